export { documentReviewer } from './document-reviewer.ts'
export { embeddedReviewer } from './embedded/embedded-reviewer.ts'
