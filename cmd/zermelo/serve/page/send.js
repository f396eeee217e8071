// Requests to the server. In a published page, another module takes the place of
// this one.

/** Sends a request, like fetch. */
export const send = (url, options) => fetch(url, options);

/** Whether the server draws pictures of positions. */
export const draws = true;

/** Returns the URL of the HTML report of a table, given the URL of its API. */
export const reportOf = (api) => `${api}/report?format=html`;
