// Tabs according to the ARIA Authoring Practices: the arrow keys move between
// tabs, and the focused tab shows its panel.

import { byId } from './dom.js';

const KEY = 'tab';

/**
 * Connects a tab list. Returns show, which selects a tab by name, and offer,
 * which shows or hides a tab. The last selected tab is restored after a reload.
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
    /**
     * Shows or hides a tab. A shown tab takes the place of the first tab if
     * that is selected.
     */
    offer(wanted, isOffered) {
      const tab = byId(`tab-${wanted}`);
      if (tab.hidden !== isOffered) return;
      tab.hidden = !isOffered;
      const chosen = sessionStorage.getItem(KEY);
      show(isOffered && (chosen ?? 'moves') === 'moves' ? wanted : chosen);
    },
  };
}
