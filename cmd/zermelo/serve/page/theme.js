// Applies the colour theme before the first paint. Therefore it is a plain
// script: modules run too late.
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
