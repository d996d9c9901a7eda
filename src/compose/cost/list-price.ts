/** What the tokens of a model's call cost by the list of prices, for programs that show it. */
export { costOf } from '../../models/prices.ts'
