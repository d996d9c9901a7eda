import { describe, expect, it } from 'vitest'
import { fillPlaceholders } from './user-prompt.ts'

const values = { plan: 'Book {{ secret }}', persona: { text: 'all of it', id: 'EXPERT' } }

describe('fillPlaceholders', () => {
  it('fills names, fields of groups, and groups as a whole, with any spaces', () => {
    expect(fillPlaceholders('{{plan}}, {{ persona.id }}, {{\n persona\n}}', values)).toBe(
      'Book {{ secret }}, EXPERT, all of it',
    )
  })

  it.each([
    '{{ plan | upper }}',
    '{{ plan.constructor }}',
    '{{ constructor }}',
    '{{ persona.__proto__ }}',
    '{{ }}',
    '{% if persona %}',
    '{# note #}',
  ])('refuses %s and lists what there is', (template) => {
    expect(() => fillPlaceholders(template, values)).toThrow(
      expect.objectContaining({
        code: 'config',
        message: `a template cannot have ${template} in it`,
        hint: {
          text: 'There is: {known}',
          values: { known: '{{ plan }}, {{ persona }}, {{ persona.id }}' },
        },
      }),
    )
  })
})
