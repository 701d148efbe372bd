/** The stylesheet of every page: light and dark, from 320 px width, without external content. */
export const style = `:root{color-scheme:light dark;--text:#1c1f24;--soft:#535b66;--line:#d5dae1;--page:#f5f6f8;--card:#fff;--accent:#1f5fbf;--on-accent:#fff;--error:#b3261e}
@media(prefers-color-scheme:dark){:root{--text:#e8eaed;--soft:#a6aeb9;--line:#3a414b;--page:#14171b;--card:#1d2126;--accent:#8ab4f8;--on-accent:#0d1b33;--error:#f2b8b5}}
*{box-sizing:border-box}body{margin:0;padding:2rem 1rem;background:var(--page);color:var(--text);font:1rem/1.55 system-ui,sans-serif;overflow-wrap:break-word}
main{max-width:40rem;margin:0 auto}.service{margin:0 0 .75rem;color:var(--soft);font-weight:600}.card,article{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:1.25rem}
article{margin:.75rem 0}h1{font-size:1.5rem;line-height:1.25;margin:0 0 1rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}h3{font-size:1rem;margin:1rem 0 .5rem}article h3{margin-top:0}p,ul,dl{margin:.5rem 0}ul{padding-left:1.25rem}
dl{display:grid;grid-template-columns:minmax(7rem,auto) 1fr;gap:.15rem 1rem}dt{color:var(--soft)}dd{margin:0;min-width:0}
label{display:block;margin-top:1.25rem;font-weight:600}label.choice{font-weight:400}.hint{color:var(--soft);font-size:.9rem;margin:.25rem 0}
input[type=text],input[type=password]{font:inherit;width:100%;margin-top:.25rem;padding:.55rem .7rem;color:inherit;background:var(--card);border:1px solid var(--soft);border-radius:.4rem}
.choices{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}button{font:inherit;font-weight:600;min-height:2.75rem;padding:.5rem 1.25rem;border-radius:.4rem;border:1px solid var(--accent);background:transparent;color:var(--accent);cursor:pointer}
button.main{background:var(--accent);color:var(--on-accent)}button:hover{text-decoration:underline}:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.card>:first-child,form:first-child>label:first-of-type{margin-top:0}.card>:last-child{margin-bottom:0}.error{border-left:.3rem solid var(--error);padding:.25rem .75rem;margin:0 0 1rem}a{color:var(--accent)}code{font:.9rem/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
@media(max-width:30rem){body{padding:1rem .75rem}dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}.choices button{flex:1 1 100%}}`;
