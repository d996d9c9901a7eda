/** Prices a model call by its list price, for programs that show costs. */
export { costOf } from '../../models/prices.ts'
