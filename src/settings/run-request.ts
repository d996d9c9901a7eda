import { z } from 'zod'
import { settingsShape } from './check-values.ts'
import { requestSettings } from './request-settings.ts'
import { reviewSettings } from './review-settings.ts'
import { runSettings } from './run-settings.ts'

/** A request from a command line or `evaluate`. It is stored with the run, so that the run can be resumed. */
export const RunRequest = z
  .object({
    ...settingsShape(requestSettings),
    ...settingsShape(runSettings),
    review: z.object(settingsShape(reviewSettings)).optional(),
  })
  .required({ cwd: true, dataset: true, selected: true })
export type RunRequest = z.infer<typeof RunRequest>
