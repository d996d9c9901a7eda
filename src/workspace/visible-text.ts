export { oneLine, visible } from '../reporters/visible-text.ts'
