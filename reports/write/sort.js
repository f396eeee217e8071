// Sorts a table by the column whose name is clicked; again, the other way round.
for (const note of document.querySelectorAll(".script")) note.hidden = false;
for (const table of document.querySelectorAll("table.sorted")) {
  const heads = [...table.querySelectorAll("thead tr:last-child th")];
  // A number, as in "1,234", "-4.5 %" or "about 1.2e+20", or else the text; "-" is not known.
  const key = (row, column) => {
    const text = row.cells[column].textContent.trim();
    const [number] = text.replaceAll(",", "").match(/^(?:about )?[-+]?[\d.]+(?:e[-+]?\d+)?(?: %)?$/) ?? [];
    return number ? parseFloat(number.replace("about ", "")) : text === "-" ? "" : text;
  };
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const order = (a, b) => {
        const [x, y] = [key(a, column), key(b, column)];
        if (x === "" || y === "") return (x === "") - (y === ""); // what is not known comes last
        const by = typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y), "en", { numeric: true });
        return down ? -by : by;
      };
      const [body] = table.tBodies;
      body.append(...[...body.rows].sort(order));
    });
  });
}
