/**
 * Schemas that the page itself uses, for edited cases and the browser's storage. They bring zod and all schemas that they contain, so
 * `vite.config.ts` gives them separate copies of the declaring modules, and the page's own copies have none.
 */
export { z } from 'zod'
export { EvalCase } from '../../../src/core/eval-case.ts'
export { JudgeDrift, JudgeRace } from '../../../src/core/judge-agreement.ts'
export { RunbookReply } from '../../../src/server/api/runbooks.ts'
