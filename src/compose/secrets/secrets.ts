import type { EvalCase, Message, Metric } from '../../core/index.ts'
import { message } from '../../core/index.ts'
import { isSecretVariable } from '../../models/secret-variables.ts'
import { redactedError } from '../../targets/with-redaction.ts'
import { knownSecrets } from '../../text/secrets/secrets.ts'
import type { Secrets } from '../../text/secrets/secrets.ts'
import type { Environment } from '../config/environment.ts'

/** The secrets of a run, which are found out while it is put together. */
export type RunSecrets = Secrets & {
  /** A variable that `${NAME}` stands for was filled into a setting. */
  readonly noteFilled: (name: string, value: string, setting: string) => void
  /** A value under a name of its own: a header, a field of an address. It is a secret where name or value look like one. */
  readonly noteNamed: (name: string, value: string) => void
  /** A case names tools, and those have headers and environments. */
  readonly noteCase: (evalCase: EvalCase) => void
  /** What is to be said of the run. */
  readonly notes: () => readonly Message[]
}

type Place = {
  readonly environment: Environment
  /** Variables that are no secrets, from the config. */
  readonly public?: readonly string[] | undefined
  /** Hears of every secret too. */
  readonly also?: Pick<Secrets, 'add'> | undefined
}

/** Begins with the variables whose names say that they hold a key, and with passwords in addresses. */
export function runSecrets({ environment, public: open = [], also }: Place): RunSecrets {
  const secrets = knownSecrets()
  const add: Secrets['add'] = (secret, options) => {
    secrets.add(secret, options)
    also?.add(secret, options)
  }

  function noteNamed(name: string, value: string): void {
    noteAddress(value, name)
    if (isSecretName(name) || looksRandom(value)) {
      add(value, { name })
      const [, token] = /^(?:bearer|basic|token|digest|apikey|bot)\s+(\S.*)$/is.exec(value) ?? []
      if (token !== undefined) add(token, { name, sentIn: value })
    }
  }

  function noteAddress(value: string, name: string): void {
    for (const secret of secretsInAddress(value)) add(secret, { name })
  }

  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || open.includes(name)) continue
    noteAddress(value, name)
    if (value.trim().length >= 8 && isSecretVariable(name)) add(value, { name })
  }

  return {
    ...secrets,
    add,
    noteFilled(name, value, setting) {
      if (open.includes(name)) return
      noteAddress(value, name)
      add(value, { name, ...(!setting.includes('{{') && { sentIn: setting }) })
    },
    noteNamed,
    noteCase({ review }) {
      for (const { headers, env, url } of Object.values(review?.tools?.mcpServers ?? {})) {
        for (const [name, value] of Object.entries({ ...headers, ...env })) noteNamed(name, value)
        if (url !== undefined) noteAddress(url, 'url')
      }
    },
    notes: () => [...secrets.taken].map(([name, count]) => noteOn(name, count)),
  }
}

function noteOn(name: string, count: number): Message {
  if (name === '') {
    return message(
      'A secret came back from outside and was taken out of {count} {count|text|texts}; verdicts are about what is left.',
      { count },
    )
  }
  return message(
    'The value of {name} came back from outside and was taken out of {count} {count|text|texts}; verdicts are about what is left. If it is no secret, name it under `public` in the config.',
    { name, count },
  )
}

/** Names of headers, fields and variables that hold what opens something. */
function isSecretName(name: string): boolean {
  return /key|token|secret|pass(?:word|wd|phrase)?$|pwd|auth|cookie|credential|signature|^sig$|session/i.test(name)
}

/** Letters and digits mixed as no word is. */
function looksRandom(value: string): boolean {
  return (
    /^[\w+/=.~-]{16,}$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value) && !/^[\w-]+\.[a-z]{2,4}$/i.test(value)
  )
}

/** Passwords, and fields of the query that are called keys. */
function secretsInAddress(text: string): readonly string[] {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return []
  const url = URL.parse(text)
  if (url === null) return []
  const fields = [...url.searchParams].filter(([name]) => isSecretName(name)).map(([, value]) => value)
  return [url.password, ...fields].flatMap((secret) => [secret, decoded(secret)]).filter((secret) => secret !== '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}

/** A metric whose scores quote no secret, whatever a judge or somebody's own code wrote into them. */
export function redactedMetric(metric: Metric, secrets: Secrets): Metric {
  const { name, polarity } = metric
  const score: Metric['score'] = (evalCase, transcript, context) => {
    try {
      const outcome = metric.score(evalCase, transcript, context)
      if (!(outcome instanceof Promise)) return secrets.redactAll(outcome)
      return outcome.then(
        (late) => secrets.redactAll(late),
        (error: unknown) => Promise.reject(redactedError(error, secrets)),
      )
    } catch (error) {
      throw redactedError(error, secrets)
    }
  }
  return { name, polarity, score }
}
