/** The evaluation requests of ADK's page. Names are looked up; a thing that does not exist is undefined. */
export interface AdkWeb {
  /** ADK's server, which has the page, the agents and their sessions. */
  readonly server: URL
  sets(app: string): Promise<readonly string[]>
  /** @throws {EvalError} `usage` for an id that is malformed or exists already */
  createSet(app: string, id: string): Promise<object>
  set(app: string, id: string): Promise<object | undefined>
  removeSet(app: string, id: string): Promise<'done' | undefined>
  cases(app: string, id: string): Promise<readonly string[] | undefined>
  case(app: string, id: string, caseId: string): Promise<object | undefined>
  replaceCase(app: string, id: string, change: CaseChange): Promise<'done' | undefined>
  removeCase(app: string, id: string, caseId: string): Promise<'done' | undefined>
  /** Makes a case of one of the server's sessions. @throws {EvalError} `usage` when a case of that id exists */
  addSession(app: string, id: string, session: SavedSession): Promise<'done' | undefined>
  /** Runs cases and scores them; resolves when the run has ended, with its results in ADK's form. */
  run(app: string, id: string, wish: EvalWish): Promise<readonly object[] | undefined>
  results(app: string): Promise<readonly string[]>
  result(app: string, id: string): Promise<object | undefined>
  metrics(): readonly object[]
  /** Returns the conversation of an evaluated case by the id of its session; undefined for sessions of ADK's server. */
  session(app: string, userId: string, id: string): Promise<object | undefined>
  say(error: unknown): string
}

type CaseChange = { readonly caseId: string; readonly told: Readonly<Record<string, unknown>> }
type SavedSession = { readonly caseId: string; readonly sessionId: string; readonly userId: string }
export type EvalWish = {
  /** An empty list stands for all cases. */
  readonly caseIds: readonly string[]
  readonly metrics: readonly { readonly metricName: string; readonly criterion: unknown }[]
}
