import type { ErrorCode } from '../core/index.ts'

/** The exit code of each kind of error; `docs/exit-codes.md` explains them. */
export const exitCodes: Readonly<Record<ErrorCode, number>> = {
  usage: 2,
  config: 2,
  format: 2,
  target: 2,
  agent: 2,
  timeout: 2,
  judge: 3,
  store: 3,
  environment: 3,
  cancelled: 130,
}
