/** The name of the built-in document reviewer; `document-reviewer:MODEL` runs it with a model. */
export const documentReviewerName = 'document-reviewer'
