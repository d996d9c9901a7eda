import { describe, expect, it } from 'vitest'
import { quotaLeft } from './quota-headers.ts'

const now = Date.parse('2026-01-01T00:00:00Z')
const seconds = now / 1000

describe('quotaLeft', () => {
  it.each([
    // As their documentation and their answers have it.
    [
      'OpenAI',
      59,
      1000,
      60,
      {
        'x-ratelimit-limit-requests': '60',
        'x-ratelimit-remaining-requests': '59',
        'x-ratelimit-reset-requests': '1s',
        'x-ratelimit-remaining-tokens': '7',
        'x-ratelimit-reset-tokens': '6m0s',
      },
    ],
    [
      'OpenAI, soon',
      4999,
      12,
      5000,
      {
        'x-ratelimit-limit-requests': '5000',
        'x-ratelimit-remaining-requests': '4999',
        'x-ratelimit-reset-requests': '12ms',
      },
    ],
    [
      'Groq',
      14370,
      179_560,
      14400,
      {
        'x-ratelimit-limit-requests': '14400',
        'x-ratelimit-remaining-requests': '14370',
        'x-ratelimit-reset-requests': '2m59.56s',
      },
    ],
    [
      'Anthropic',
      49,
      7000,
      50,
      {
        'anthropic-ratelimit-requests-limit': '50',
        'anthropic-ratelimit-requests-remaining': '49',
        'anthropic-ratelimit-requests-reset': '2026-01-01T00:00:07Z',
        'anthropic-ratelimit-tokens-remaining': '3',
        'anthropic-ratelimit-tokens-reset': '2026-01-01T00:01:00Z',
      },
    ],
    [
      'Mistral',
      49,
      60_000,
      50,
      {
        'x-ratelimit-limit-req-minute': '50',
        'x-ratelimit-remaining-req-minute': '49',
        'x-ratelimit-remaining-tokens-minute': '4',
      },
    ],
    [
      'Cerebras',
      5,
      33_011_382.867,
      14400,
      {
        'x-ratelimit-limit-requests-day': '14400',
        'x-ratelimit-remaining-requests-day': '5',
        'x-ratelimit-reset-requests-day': '33011.382867',
      },
    ],
    [
      'GitHub',
      4987,
      60_000,
      5000,
      { 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '4987', 'x-ratelimit-reset': String(seconds + 60) },
    ],
    [
      'OpenRouter',
      19,
      60_000,
      20,
      { 'x-ratelimit-limit': '20', 'x-ratelimit-remaining': '19', 'x-ratelimit-reset': String(now + 60_000) },
    ],
    [
      'another clock',
      19,
      5000,
      undefined,
      {
        date: 'Thu, 01 Jan 2026 00:00:55 GMT',
        'x-ratelimit-remaining': '19',
        'x-ratelimit-reset': String(seconds + 60),
      },
    ],
    [
      'a day of the week',
      7,
      60_000,
      20,
      {
        'x-ratelimit-limit': '20',
        'x-ratelimit-remaining': '7',
        'x-ratelimit-reset': 'Thu Jan 01 2026 01:01:00 GMT+0100 (Central European Standard Time)',
      },
    ],
    [
      'IETF, sixth draft',
      50,
      30_000,
      100,
      {
        'ratelimit-limit': '100, 100;w=60',
        'ratelimit-remaining': '50',
        'ratelimit-reset': '30',
        'ratelimit-policy': '100;w=60',
      },
    ],
    [
      'IETF, seventh draft',
      50,
      30_000,
      100,
      { ratelimit: 'limit=100, remaining=50, reset=30', 'ratelimit-policy': '100;w=60' },
    ],
    [
      'IETF, tenth draft',
      50,
      30_000,
      100,
      { ratelimit: '"default";r=50;t=30', 'ratelimit-policy': '"default";q=100;w=60' },
    ],
    [
      'the policy that ends sooner',
      3,
      10_000,
      10,
      {
        ratelimit: '"hour";r=500;t=30, "burst"; r=3; t=10',
        'ratelimit-policy': '"hour";q=1000;w=3600,"burst";q=10;w=10',
      },
    ],
    [
      'only the policy says for how long',
      3,
      60_000,
      10,
      { ratelimit: '"default";r=3', 'ratelimit-policy': '"default";q=10;w=60' },
    ],
  ])('reads %s', (_name, remaining, resetMs, limit, headers) => {
    expect(quotaLeft(headers, now)).toEqual({ remaining, resetMs, limit })
  })

  it.each([
    ['nothing', {}],
    ['tokens', { 'x-ratelimit-remaining-tokens': '3', 'x-ratelimit-reset-tokens': '1s' }],
    ['bytes', { ratelimit: '"default";r=3;t=60', 'ratelimit-policy': '"default";q=65535;qu="content-bytes";w=60' }],
    ['nothing of when', { 'x-ratelimit-remaining-requests': '19' }],
    ['less than nothing', { 'x-ratelimit-remaining-requests': '-1', 'x-ratelimit-reset-requests': '1s' }],
    ['no number', { 'x-ratelimit-remaining-requests': 'NaN', 'x-ratelimit-reset-requests': '1s' }],
    ['no time', { 'x-ratelimit-remaining-requests': '1', 'x-ratelimit-reset-requests': 'soon' }],
    ['a time below zero', { 'x-ratelimit-remaining-requests': '1', 'x-ratelimit-reset-requests': '-1' }],
  ])('reads nothing from %s', (_name, headers) => {
    expect(quotaLeft(headers, now)).toBeUndefined()
  })
})
