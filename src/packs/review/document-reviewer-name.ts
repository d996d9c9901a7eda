/** The target that is the document reviewer that ships; `document-reviewer:MODEL` is the same with a model. */
export const documentReviewerName = 'document-reviewer'
