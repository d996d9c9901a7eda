import { z } from 'zod'
import { settingsShape } from './check-values.ts'
import { requestSettings } from './request-settings.ts'
import { reviewSettings } from './review-settings.ts'
import { runSettings } from './run-settings.ts'

/** What somebody asked for on a command line or through `evaluate`. It is kept with the run, so that it can be resumed. */
export const RunRequest = z
  .object({
    ...settingsShape(requestSettings),
    ...settingsShape(runSettings),
    review: z.object(settingsShape(reviewSettings)).optional(),
  })
  .required({ cwd: true, dataset: true, selected: true })
export type RunRequest = z.infer<typeof RunRequest>
