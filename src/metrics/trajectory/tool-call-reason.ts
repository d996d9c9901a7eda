import { type ArgumentDifference, type Message, type ToolCallRow, message } from '../../core/index.ts'
import { valuePreview } from '../shared/value-preview.ts'

/** Names the first mistake in one line; unexpected calls come last. `extraAllowed` ignores them. */
export function toolCallReason(
  rows: readonly ToolCallRow[],
  options: { extraAllowed?: boolean } = {},
): Message | undefined {
  const wrong =
    rows.find(({ verdict }) => verdict !== 'matched' && verdict !== 'extra') ??
    (options.extraAllowed === true ? undefined : rows.find(({ verdict }) => verdict === 'extra'))
  if (wrong === undefined) return undefined
  const expected = rows.filter((row) => row.expected !== undefined).length
  const matched = rows.filter((row) => row.verdict === 'matched').length
  if (expected === 0) {
    return message('No tool calls were expected, the agent made {count}: {tool} first', {
      count: rows.length,
      tool: wrong.actual?.name ?? '',
    })
  }
  return rowReason(wrong, { matched, expected })
}

type ToolCallReasonCounts = { readonly matched: number; readonly expected: number }

function rowReason(row: ToolCallRow, counts: ToolCallReasonCounts): Message {
  const values = { tool: (row.expected ?? row.actual)?.name ?? '', ...counts }
  switch (row.verdict) {
    case 'missing':
      return message(
        'Tool call {tool} is missing; {matched} of {expected} expected {expected|call|calls} matched',
        values,
      )
    case 'extra':
      return message(
        'Tool call {tool} was not expected; {matched} of {expected} expected {expected|call|calls} matched',
        values,
      )
    case 'wrong-order':
      return message(
        'Tool call {tool} was made out of order; {matched} of {expected} expected {expected|call|calls} matched',
        values,
      )
    default:
      return argumentReason(row, counts)
  }
}

function argumentReason(row: ToolCallRow, counts: ToolCallReasonCounts): Message {
  const values = { tool: row.expected?.name ?? '', ...counts }
  if (row.actual?.malformed !== undefined) {
    return message(
      'The arguments of tool call {tool} are not readable: {arguments}; {matched} of {expected} expected {expected|call|calls} matched',
      { ...values, arguments: valuePreview(row.actual.malformed) },
    )
  }
  const difference: ArgumentDifference = row.differences?.[0] ?? { path: '' }
  const sides = {
    path: difference.path,
    wanted: valuePreview(difference.expected),
    given: valuePreview(difference.actual),
    ...values,
  }
  if (difference.path === '') {
    return message(
      'Tool call {tool} should have the arguments {wanted}, got {given}; {matched} of {expected} expected {expected|call|calls} matched',
      sides,
    )
  }
  if (difference.actual === undefined) {
    return message(
      'Tool call {tool} lacks {path}, expected {wanted}; {matched} of {expected} expected {expected|call|calls} matched',
      sides,
    )
  }
  if (difference.expected === undefined) {
    return message(
      'Tool call {tool} has {path} = {given}, which was not expected; {matched} of {expected} expected {expected|call|calls} matched',
      sides,
    )
  }
  return message(
    'Tool call {tool}: {path} should be {wanted}, got {given}; {matched} of {expected} expected {expected|call|calls} matched',
    sides,
  )
}
