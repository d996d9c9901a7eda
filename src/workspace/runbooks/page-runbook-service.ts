import { openRunbookService } from './runbook-service.ts'
import { runbookQuestions } from '../../packs/runbook/formats.ts'
import type { ProjectDatasets } from '../datasets/project-datasets.ts'
import { EvalError, message } from '../../core/index.ts'
import type { RunbookService, RunbookQuestions, RunWish } from '../../server/index.ts'
import { estimateRun, startRun, type Service } from '../runs/run-service.ts'

/** The project's runbooks for the page. Its evaluations are ordinary runs over the assistant that answers there. */
export function runbookService(service: Service, signal: AbortSignal): RunbookService {
  const { folder, dependencies, datasets } = service
  const { target, ...assistant } = openRunbookService({ ...dependencies, folder, signal })

  async function refuseOtherDatasets({ dataset }: RunWish): Promise<void> {
    const { format } = await datasets.find(dataset)
    if (format === runbookQuestions.name) return
    throw new EvalError('usage', message('{dataset} has no questions about runbooks', { dataset }))
  }

  return {
    ...assistant,

    questions: async () => questionsIn(datasets),

    async estimate(wish) {
      await refuseOtherDatasets(wish)
      return estimateRun(service, wish, await target())
    },

    async evaluate(wish) {
      await refuseOtherDatasets(wish)
      return startRun(service, wish, await target())
    },
  }
}

async function questionsIn(datasets: ProjectDatasets): Promise<RunbookQuestions> {
  const { datasets: found, unreadable } = await datasets.list()
  return {
    datasets: found
      .filter(({ format }) => format === runbookQuestions.name)
      .map(({ id, name, cases, shipped }) => ({ id, name, questions: cases, shipped })),
    problems: unreadable
      .filter(({ name }) => /(^|\/)eval_dataset[^/]*$/.test(name))
      .map(({ name, problem }) => ({ file: name, problem: problem.sentence })),
  }
}
