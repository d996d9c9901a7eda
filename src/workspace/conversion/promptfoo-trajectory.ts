import { isObject } from '../../core/basics/is-object.ts'
import type { JsonObject } from '../../core/index.ts'

/**
 * An expression over `context.calls` for an assertion about the names of called tools; undefined where it is about other
 * steps, arguments or the goal.
 */
export function trajectoryExpression(type: string, value: unknown, isNegated: boolean): string | undefined {
  const no = isNegated ? '!' : ''
  if (type === 'trajectory:tool-sequence') {
    const said = sequenceOf(value)
    return said === undefined ? undefined : `${no}(${said})`
  }
  if (type !== 'trajectory:tool-used' && type !== 'trajectory:step-count') return undefined
  if (isObject(value)) {
    const counted = countOf(
      type === 'trajectory:tool-used' ? { type: 'tool', min: 1, ...value } : { name: '*', ...value },
    )
    return counted === undefined ? undefined : `${no}(${counted})`
  }
  const tools = type === 'trajectory:tool-used' ? patternsOf(Array.isArray(value) ? value : [value]) : undefined
  // Negated, none of the tools may have been called.
  return tools && `${no}[${tools.join(', ')}].${isNegated ? 'some' : 'every'}((tool) => ${anyCall})`
}

const anyCall = 'context.calls.some(({ name }) => tool.test(name))'

function countOf({ min, max, ...step }: JsonObject): string | undefined {
  const tool = step['type'] === 'tool' ? patternOf(step) : undefined
  const bounds = [
    ...(typeof min === 'number' ? [`count >= ${min}`] : []),
    ...(typeof max === 'number' ? [`count <= ${max}`] : []),
  ]
  if (tool === undefined || bounds.length === 0) return undefined
  return `[context.calls.filter(({ name }) => ${tool}.test(name)).length].every((count) => ${bounds.join(' && ')})`
}

function sequenceOf(value: unknown): string | undefined {
  const { steps = value, mode = 'in_order', ...others } = isObject(value) ? value : {}
  const tools = Array.isArray(steps) && Object.keys(others).length === 0 ? patternsOf(steps) : undefined
  if (tools === undefined) return undefined
  const listed = `[${tools.join(', ')}]`
  if (mode === 'exact') {
    return `context.calls.length === ${tools.length} && ${listed}.every((tool, at) => tool.test(context.calls[at].name))`
  }
  if (mode !== 'in_order') return undefined
  return `context.calls.reduce((at, { name }) => (${listed}[at]?.test(name) ? at + 1 : at), 0) === ${tools.length}`
}

function patternsOf(steps: readonly unknown[]): readonly string[] | undefined {
  const tools = steps.flatMap((step) => patternOf(step) ?? [])
  return tools.length > 0 && tools.length === steps.length ? tools : undefined
}

/** Tools are named by patterns with `*` and `?`, in capital letters or small ones. */
function patternOf(step: unknown): string | undefined {
  const { type = 'tool', name, pattern = name, ...others } = isObject(step) ? step : { pattern: step }
  const isTool = type === 'tool' && Object.keys(others).length === 0
  if (!isTool || typeof pattern !== 'string' || pattern === '' || /\{[{%]/.test(pattern)) return undefined
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return String(new RegExp(`^${source}$`, 'i'))
}
