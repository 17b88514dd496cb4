/* global acquireVsCodeApi, document, window */
// The page of a route table. It shows the rows that the extension sends, keeps filter and scroll position when new rows come,
// and asks the extension to open the chosen place. The content of rows is inserted as text, never as markup.

const vscode = acquireVsCodeApi();
const filter = document.querySelector('input');
const body = document.querySelector('tbody');
const count = document.querySelector('#count');
let rows = [];

/** A text that can break before `/` and `#`. */
function broken(text) {
  return text
    .split(/(?=[/#])/)
    .flatMap((part, index) => (index > 0 ? [document.createElement('wbr'), part] : [part]));
}

function cell(text, place, title) {
  const td = document.createElement('td');
  if (text === '' || !place) {
    td.append(...broken(text));
    return td;
  }
  const link = document.createElement('a');
  link.append(...broken(text));
  link.title = title;
  link.href = '#';
  link.addEventListener('click', (event) => {
    event.preventDefault();
    vscode.postMessage({ open: place });
  });
  td.append(link);
  return td;
}

function show() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = rows.filter(({ verbs, pattern, target, name }) => {
    const text = `${verbs} ${pattern} ${target} ${name}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  body.replaceChildren(
    ...shown.map(({ verbs, pattern, target, name, source, controller, isUnreachable }) => {
      const tr = document.createElement('tr');
      tr.classList.toggle('unreachable', isUnreachable);
      tr.append(
        cell(verbs),
        cell(pattern, source, 'Open the declaration'),
        cell(target, controller, 'Open the controller'),
        cell(name),
      );
      return tr;
    }),
  );
  count.textContent = shown.length === rows.length ? `${rows.length}` : `${shown.length} of ${rows.length}`;
  vscode.setState({ ...vscode.getState(), filter: filter.value });
}

filter.value = vscode.getState()?.filter ?? '';
filter.addEventListener('input', show);
window.addEventListener('message', ({ data }) => {
  const { scrollTop } = document.documentElement;
  rows = data.rows;
  show();
  document.documentElement.scrollTop = scrollTop;
});
vscode.postMessage({ ready: true });
