/**
 * Shows the number of a mark of a chart on hover, and by the arrow keys when the chart has the focus. It appears in a live region, so that
 * screen readers announce it.
 */
export function exploreCharts(main: HTMLElement): void {
  const tip = document.createElement('div');
  tip.className = 'tip';
  tip.setAttribute('role', 'status');
  main.after(tip);
  let shownMark: Element | undefined;

  const marksOf = (chart: Element): Element[] => Array.from(chart.querySelectorAll('[data-tip]'));
  const hide = (): void => {
    shownMark?.classList.remove('active');
    shownMark = undefined;
    tip.textContent = '';
  };
  const show = (mark: Element): void => {
    if (mark === shownMark && tip.textContent !== '') return;
    hide();
    shownMark = mark;
    mark.classList.add('active');
    tip.textContent = mark.getAttribute('data-tip');
    // The last shape is the visible one. Shapes before it may be larger, so that they are easier to hit.
    const shape = Array.from(mark.querySelectorAll('rect, circle')).at(-1) ?? mark;
    const { left, right, top, bottom } = shape.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = tip;
    const room = document.documentElement.clientWidth;
    tip.style.left = `${Math.max(4, Math.min((left + right) / 2 - width / 2, room - width - 4)) + window.scrollX}px`;
    tip.style.top = `${(top > height + 12 ? top - height - 8 : bottom + 8) + window.scrollY}px`;
  };

  main.addEventListener('pointermove', (event) => {
    const chart = (event.target as Element).closest('.chart');
    if (!chart) return hide();
    const mark = (event.target as Element).closest('[data-tip]') ?? nearest(marksOf(chart), event.clientX);
    if (mark) show(mark);
    else hide();
  });
  main.addEventListener('pointerleave', hide);
  main.addEventListener('focusin', ({ target }) => {
    const mark = (target as Element).matches('.chart:focus-visible') ? marksOf(target as Element)[0] : undefined;
    if (mark) show(mark);
    else hide();
  });
  main.addEventListener('focusout', hide);
  main.addEventListener('keydown', (event) => {
    const chart = event.target as Element;
    if (!chart.matches('.chart')) return;
    if (event.key === 'Escape') return hide();
    const marks = marksOf(chart);
    const next = nextOf(event.key, shownMark ? marks.indexOf(shownMark) : -1, marks.length);
    const mark = next === undefined ? undefined : marks[next];
    if (!mark) return;
    event.preventDefault();
    show(mark);
  });
}

/** The mark of a line chart that is horizontally nearest; undefined for other charts. */
function nearest(marks: readonly Element[], x: number): Element | undefined {
  let best: Element | undefined;
  let distance = Number.POSITIVE_INFINITY;
  for (const mark of marks) {
    if (!mark.querySelector('circle')) return undefined;
    const { left, right } = mark.getBoundingClientRect();
    const away = Math.abs((left + right) / 2 - x);
    if (away < distance) [best, distance] = [mark, away];
  }
  return best;
}

function nextOf(key: string, at: number, count: number): number | undefined {
  const last = count - 1;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return Math.min(last, at + 1);
    case 'ArrowLeft':
    case 'ArrowUp':
      return Math.max(0, at - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
