import { describe, expect, it } from 'vitest'
import { knownSecrets } from './secrets.ts'

const key = 'head+key/==SECRET 7Ω'

function secretsOf(...values: readonly string[]) {
  const secrets = knownSecrets()
  for (const [index, value] of values.entries()) secrets.add(value, { name: `KEY_${index + 1}` })
  return secrets
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('secrets', () => {
  const { redact } = secretsOf(key)
  const percent = encodeURIComponent(key)
  const lower = percent.replace(/%../g, (escape) => escape.toLowerCase())
  const everyUnit = (write: (code: number) => string) => Array.from(key, (unit) => write(unit.charCodeAt(0))).join('')

  it.each([
    ['plain', key],
    ['in other letters', key.toUpperCase()],
    ['percent-encoded', percent],
    ['percent-encoded in small letters', lower],
    ['percent-encoded twice', encodeURIComponent(percent)],
    ['with + for a blank', percent.replaceAll('%20', '+')],
    [
      'every byte percent-encoded',
      Array.from(Buffer.from(key), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    ],
    ['in JSON', JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/')],
    ['in JSON in JSON', JSON.stringify(JSON.stringify(key)).slice(3, -3)],
    ['in Unicode escapes', everyUnit((code) => `\\u${code.toString(16).padStart(4, '0')}`)],
    ['in HTML', everyUnit((code) => `&#${code};`)],
    ['in hexadecimal HTML', everyUnit((code) => `&#x${code.toString(16)};`)],
    ['in named HTML', key.replaceAll('+', '&plus;').replaceAll('/', '&sol;').replaceAll('=', '&equals;')],
    ['in hexadecimal', Buffer.from(key).toString('hex')],
    ['backwards', Array.from(key).toReversed().join('')],
  ])('are taken out %s', (_how, written) => {
    expect(redact(`<${written}>`)).toBe('<[secret:KEY_1]>')
  })

  it('are found whatever their length, wherever they stand', () => {
    for (let length = 2; length <= 12; length += 1) {
      const secret = 'q7!Z#v9%kP3$'.slice(0, length)
      const one = secretsOf(secret)
      for (let before = 0; before <= 20; before += 1) {
        const [head, tail] = ['-'.repeat(before), '.'.repeat(20 - before)]
        expect(one.redact(`${head}${secret}${tail}`)).toBe(`${head}[secret:KEY_1]${tail}`)
      }
    }
  })

  it.each([
    ['', ''],
    ['Bearer ', ''],
    ['user:', ''],
    ['a', '; path=/'],
    ['ab', 'x'],
  ])('are taken out in base64 of %j, the secret and %j', (before, behind) => {
    for (const encoded of [
      base64(`${before}${key}${behind}`),
      Buffer.from(`${before}${key}${behind}`).toString('base64url'),
    ]) {
      const clean = redact(encoded)
      expect(clean).toContain('[secret:KEY_1]')
      const left = clean.split('[secret:KEY_1]').map((text) => Buffer.from(text, 'base64').toString())
      for (const piece of ['head', 'key/', 'SECRET', ' 7']) expect(left.join('|')).not.toContain(piece)
    }
  })

  it.each([
    ['its beginning', key.slice(0, 8)],
    ['its end', key.slice(-8)],
    ['its middle', key.slice(5, 13)],
    ['its beginning in base64', base64(key).slice(0, 9)],
    ['the middle of it, percent-encoded', encodeURIComponent(key.slice(3, 12))],
  ])('are taken out where it is only %s', (_what, piece) => {
    expect(redact(`- ${piece} -`)).toBe('- [secret:KEY_1] -')
  })

  it('leave seven characters and other texts alone', () => {
    const other = `${key.slice(0, 7)} is no key; 100% of A&B \\o/ %zz &#99999999; – 審査`
    expect(redact(other)).toBe(other)
  })

  it('are called by their names, and counted', () => {
    const secrets = secretsOf('first-secret-1', 'second-secret-2')
    expect(secrets.redact('first-secret-1/second-secret-2')).toBe('[secret:KEY_1]/[secret:KEY_2]')
    secrets.redact('first-secret-1')
    expect([...secrets.taken]).toEqual([
      ['KEY_1', 2],
      ['KEY_2', 1],
    ])
  })

  it('are not taken out of what stands in their place', () => {
    const secrets = knownSecrets()
    secrets.add('secret:PASSWORD', { name: 'PASSWORD' })
    const once = secrets.redact('It is secret:PASSWORD.')
    expect(once).toBe('It is [secret:PASSWORD].')
    expect(secrets.redact(once)).toBe(once)
  })

  it.each([
    [
      's3cr3t',
      'xs3cr3ty czNjcjN0 733363723374 t3rc3s %733cr3t',
      'x[secret:KEY_1]y [secret:KEY_1] [secret:KEY_1] [secret:KEY_1] [secret:KEY_1]',
    ],
    [
      'dev',
      'dev, the developer, KEY_dev, devil, DEV',
      '[secret:KEY_1], the developer, KEY_[secret:KEY_1], devil, [secret:KEY_1]',
    ],
    ['4711', '4711, 47110, a4711b, 14711', '[secret:KEY_1], 47110, a[secret:KEY_1]b, 14711'],
    ['秘密', '秘密です 「秘密」', '秘密です 「[secret:KEY_1]」'],
    ['true', 'true', 'true'],
    ['7', '7 of 70', '7 of 70'],
  ])('of fewer than eight characters are taken out whole: %s', (secret, text, clean) => {
    expect(secretsOf(secret).redact(text)).toBe(clean)
  })

  it('that are short are found in the base64 of the header that they were sent in', () => {
    const secrets = knownSecrets()
    secrets.add('pw-12', { name: 'PW', sentIn: 'Basic me:pw-12' })
    expect(secrets.redact(base64('Basic me:pw-12'))).toBe('QmFzaWMgbWU6[secret:PW]=')
  })

  it('of which pieces say nothing are taken out whole', () => {
    const secrets = knownSecrets()
    secrets.add('evaluation of agents', { asWhole: true })
    expect(secrets.redact('an evaluation; an evaluation of agents')).toBe('an evaluation; an [secret]')
  })

  it('leave alone what every address, header and key file begins with', () => {
    const { redact: clean } = secretsOf(
      'https://www.agent-host.test/v1',
      'Bearer abcdefgh12',
      '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg\n-----END PRIVATE KEY-----',
    )
    const text = 'https://www.example.org, Bearer of news, -----BEGIN PRIVATE KEY-----'
    expect(clean(text)).toBe(text)
    expect(clean('postgres://agent-host.test:1 MIIEvQIBADANBg')).toBe('postgres://[secret:KEY_1]:1 [secret:KEY_3]')
  })

  it('are taken out of every string of a value, and of numbers where anything may stand', () => {
    const secrets = secretsOf('4711471147', 'agk-0123456789')
    const answer = {
      usage: { totalTokens: 4711471147 },
      calls: [{ name: 'pay', args: { pin: 4711471147, 'agk-0123456789': ['agk-0123456789'] } }],
    }
    expect(secrets.redactAll(answer)).toEqual({
      usage: { totalTokens: 4711471147 },
      calls: [{ name: 'pay', args: { pin: '[secret:KEY_1]', '[secret:KEY_2]': ['[secret:KEY_2]'] } }],
    })
    const clean = { text: 'nothing', parts: [{ text: 'here' }] }
    expect(secrets.redactAll(clean)).toBe(clean)
  })

  it('are taken out where they begin in one piece of a text and end in another', () => {
    const secrets = secretsOf('agk-0123456789')
    const streamed = ['It is a', 'gk-', '01234', '56789', '.'].map((text) => ({
      author: 'agent',
      content: { parts: [{ text }] },
    }))
    const clean = secrets.redactAll(streamed).map(({ content }) => content.parts[0]?.text)
    expect(clean).toEqual(['It is [secret:KEY_1]', '', '', '', '.'])
    expect([...secrets.taken]).toEqual([['KEY_1', 1]])
  })
})
