// Sorts a table by the clicked column. A second click reverses the order.
for (const note of document.querySelectorAll(".script")) note.hidden = false;
for (const table of document.querySelectorAll("table.sorted")) {
  const heads = [...table.querySelectorAll("thead tr:last-child th")];
  // Parses numbers such as "1,234", "-4.5 %" or "about 1.2e+20". Other text is kept; "-" means unknown.
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
        if (x === "" || y === "") return (x === "") - (y === ""); // unknown values last
        const by = typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y), "en", { numeric: true });
        return down ? -by : by;
      };
      const [body] = table.tBodies;
      body.append(...[...body.rows].sort(order));
    });
  });
}
