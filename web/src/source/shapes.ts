/**
 * The shapes that the page itself reads by: what a person writes into an editor, what the browser kept. They come with
 * zod and with all that they are made of, so `vite.config.ts` gives them copies of their own of the modules that declare
 * them, and the page's own copies have none.
 */
export { z } from 'zod'
export { EvalCase } from '../../../src/core/eval-case.ts'
export { Estimate } from '../../../src/core/run/estimate.ts'
export { JsonObject } from '../../../src/core/basics/json.ts'
export { RunbookSummary } from '../../../src/packs/runbook/runbook-summary.ts'
export { RunbookReply } from '../../../src/server/api/runbooks.ts'
