export { documentReviewer } from './document-reviewer.ts'
export { embeddedReviewer } from './embedded/embedded-reviewer.ts'
export { modelReviewer } from './model-reviewer.ts'
export { toolBox } from './tools/tool-box.ts'
