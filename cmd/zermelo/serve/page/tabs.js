// Tabs, of which one is shown, as the ARIA Authoring Practices describe them: the
// arrow keys go from tab to tab, and each shows its panel at once.

import { byId } from './dom.js';

const KEY = 'tab';

/**
 * The tabs of a list. Returns show, which goes to the tab of a name as in
 * "moves", and offer, which hides or shows a tab. The last one chosen comes back
 * after a reload.
 */
export function createTabs(list) {
  const tabs = [...list.querySelectorAll('[role=tab]')];
  const name = (tab) => tab.id.slice('tab-'.length);
  const show = (wanted) => {
    const chosen = tabs.find((tab) => name(tab) === wanted && !tab.hidden) ?? tabs[0];
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      byId(tab.getAttribute('aria-controls')).hidden = !isChosen;
    }
    return chosen;
  };
  const choose = (tab) => {
    show(name(tab));
    sessionStorage.setItem(KEY, name(tab));
  };
  for (const tab of tabs) tab.addEventListener('click', () => choose(tab));
  list.addEventListener('keydown', (event) => {
    const there = tabs.filter((tab) => !tab.hidden);
    const at = there.indexOf(document.activeElement);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: there.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const tab = there[(to + there.length) % there.length];
    choose(tab);
    tab.focus();
  });
  show(sessionStorage.getItem(KEY));
  return {
    show,
    /** Offers a tab, in place of the first one if that is shown, or takes it away. */
    offer(wanted, isOffered) {
      const tab = byId(`tab-${wanted}`);
      if (tab.hidden !== isOffered) return;
      tab.hidden = !isOffered;
      const chosen = sessionStorage.getItem(KEY);
      show(isOffered && (chosen ?? 'moves') === 'moves' ? wanted : chosen);
    },
  };
}
