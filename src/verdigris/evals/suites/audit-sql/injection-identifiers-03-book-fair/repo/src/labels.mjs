// Texts of the page. English only for now.

export const labels = {
  pick: (hall) => `Select an exhibitor from hall ${hall}`,
  sort: (column) => `Order by ${column}`,
  gone: (name) => `${name} has been deleted from the list; update your plan where it is shown.`,
}
