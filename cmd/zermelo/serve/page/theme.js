// Applies the colour theme, and hides all but the board in a frame, before the
// first paint. Therefore it is a plain script: modules run too late.
for (const name of ['localStorage', 'sessionStorage']) {
  try {
    window[name].getItem('');
  } catch { // browsers can deny storage to frames
    Object.defineProperty(window, name, { value: { getItem: () => null, setItem() {} } });
  }
}
document.documentElement.classList.toggle('embed', /\/embed(\.html)?$/.test(location.pathname));
{
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
}
addEventListener('DOMContentLoaded', () => {
  const choice = document.getElementById('theme');
  choice.value = document.documentElement.dataset.theme ?? '';
  choice.addEventListener('change', () => {
    if (choice.value) document.documentElement.dataset.theme = choice.value;
    else delete document.documentElement.dataset.theme;
    localStorage.setItem('theme', choice.value);
  });
});
