import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

/** Runs in the browser: a host page with one view in a sandboxed frame, driven by the test through `window.host`. */
const maxHeight = 2_000;
// The bridge logs each message, and whoever drives the browser is sent it with all that is in it.
console.debug = () => undefined;
const calls: unknown[] = [];
/** What a tool answers, by its name; others answer what is shown. */
const answers: Record<string, object> = {};
let bridge: AppBridge | undefined;

Object.assign(globalThis, {
  host: {
    calls,
    answers,
    /** Tells the view that theme or language changed, as a host does without loading it again. */
    change(context: Record<string, unknown>): void {
      bridge?.setHostContext(context);
    },
    async open(html: string, context: Record<string, unknown>, result?: object): Promise<void> {
      const frame = document.createElement('iframe');
      frame.sandbox.add('allow-scripts');
      frame.title = 'view';
      frame.style.cssText = 'border:0;width:100%;height:400px';
      calls.length = 0;
      document.body.replaceChildren(frame);
      const ready = Promise.withResolvers<void>();
      bridge = new AppBridge(null, { name: 'test host', version: '1' }, { serverTools: {} }, { hostContext: context });
      bridge.oninitialized = () => ready.resolve();
      bridge.onsizechange = ({ height }) => {
        // As hosts do, which leave room for the conversation; the rest scrolls.
        if (height) frame.style.height = `${Math.min(height, maxHeight)}px`;
      };
      bridge.oncalltool = async (params) => {
        calls.push(params);
        return (answers[params.name] ?? result ?? {}) as never;
      };
      const target = frame.contentWindow as Window;
      await bridge.connect(new PostMessageTransport(target, target));
      frame.srcdoc = html;
      await ready.promise;
      await bridge.sendToolInput({ arguments: {} });
      if (result) await bridge.sendToolResult(result as never);
    },
  },
});
