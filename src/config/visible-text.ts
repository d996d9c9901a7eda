export { oneLine } from '../reporters/visible-text.ts'
