import { type EvalCase, type Message, type Metric, EvalError, message } from '../../core/index.ts'
import { isSecretVariable } from '../../models/secret-variables.ts'
import { redactedError } from '../../targets/with-redaction.ts'
import { knownSecrets, type Secrets } from '../../text/secrets/secrets.ts'

export type RunSecrets = Secrets & {
  /** Notes a variable whose value replaced `${NAME}` in a setting. */
  readonly noteFilled: (name: string, value: string, setting: string) => void
  /** Notes a header or a field of an address. It is a secret when its name or value looks like one. */
  readonly noteNamed: (name: string, value: string) => void
  /** Notes the headers and environments of a case's tools. */
  readonly noteCase: (evalCase: EvalCase) => void
  readonly notes: () => readonly Message[]
}

type SecretsPlace = {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly public?: readonly string[] | undefined
  readonly also?: Pick<Secrets, 'add'> | undefined
}

/** Starts with variables whose names suggest a key, and with passwords in addresses. */
export function runSecrets({ environment, public: open = [], also }: SecretsPlace): RunSecrets {
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

function isSecretName(name: string): boolean {
  return /key|token|secret|pass(?:word|wd|phrase)?$|pwd|auth|cookie|credential|signature|^sig$|session/i.test(name)
}

function looksRandom(value: string): boolean {
  return (
    /^[\w+/=.~-]{16,}$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value) && !/^[\w-]+\.[a-z]{2,4}$/i.test(value)
  )
}

/**
 * Refuses keys in an address, because the address names the agent in the stored run and all its exports. `${NAME}`
 * refers to a variable, and `{{…}}` to a value that is filled in later.
 *
 * @throws {EvalError} `config` naming the field; its value is never shown
 */
export function refuseWrittenSecrets(texts: readonly string[]): void {
  for (const text of texts) {
    const name = writtenSecretIn(text)
    if (name === undefined) continue
    throw new EvalError('config', message('a secret stands in an address: {name}', { name }), {
      hint: message('Write it as {example} and set the variable in the environment or in .env beside the config.', {
        example: `${name}=\${${variableFor(name)}}`,
      }),
    })
  }
}

function writtenSecretIn(text: string): string | undefined {
  for (const [, address = ''] of text.matchAll(/:\/\/([^\s"'<>`]+)/g)) {
    for (const field of address.split(/[?&;#]/).slice(1)) {
      const at = field.indexOf('=')
      const name = decoded(field.slice(0, Math.max(at, 0)))
      if (at > 0 && holdsSecret(name, decoded(field.slice(at + 1)))) return name.slice(0, 50)
    }
  }
  return undefined
}

function holdsSecret(name: string, value: string): boolean {
  if (/\$\{\w+\}|\{\{/.test(value) || /^(?:\d{0,3}|true|false|yes|no|on|off|none|null)$/i.test(value)) return false
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
  const isCalledSecret = words.some((word) => secretWord.test(word))
  // Names such as `session`, `author` or `code` (Azure Functions) are ambiguous, so the value decides.
  return isCalledSecret || ((isSecretName(name) || name === 'code') && looksRandom(value))
}

// Only the end of a word counts: `apikey` and `authtoken` match; `keyword`, `author` and `max_tokens` do not.
const secretWord =
  /(?:key|token|secret|pass(?:word|wd|phrase|code)|pwd|auth|authorization|cookie|credentials?|signature)$|^(?:sig|pass|jwt|sas)$/

function variableFor(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toUpperCase()
}

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

/** Removes secrets from a metric's scores, since a judge or a user's code may have quoted them. */
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
