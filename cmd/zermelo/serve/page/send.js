// Requests to the server. In a published page, another module takes the place of
// this one.

/** Sends a request, like fetch. */
export const send = (url, options) => fetch(url, options);

/** The page that shows only the board, to be used in a frame, and the condition for this. */
export const embedPage = 'embed';
export const embedHint = 'Pages of ORIGIN can show it if the server runs with --embed ORIGIN.';

/** Returns the URL of the HTML report of a table, given the URL of its API. */
export const reportOf = (api) => `${api}/report?format=html`;
