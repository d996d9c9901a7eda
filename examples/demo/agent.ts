import type { FunctionAgent } from 'shinsa/targets'

/**
 * The service desk of a small tea shop, without a model: it recognises a few requests, calls its tools and answers. It has real
 * weaknesses, so that the report has something to find: it refunds before it looks at the order when it is in a hurry, mixes
 * up pounds and kilograms, and breaks on an order number that it does not know.
 */
export const teaShop: FunctionAgent = (message, { session }) => {
  const calls: Call[] = []
  const use = <Response extends object>(name: string, args: Record<string, unknown>, response: Response): Response => {
    calls.push({ name, args, response })
    return response
  }
  const response = answer(message, session.state, use)
  return { response, toolCalls: calls, usage: { inputTokens: 180 + message.length, outputTokens: response.length } }
}

type Call = { name: string; args: Record<string, unknown>; response: object }
type Use = <Response extends object>(name: string, args: Record<string, unknown>, response: Response) => Response

const orders: Readonly<Record<string, { readonly item: string; readonly status: string; readonly price: number }>> = {
  A17: { item: 'sencha', status: 'shipped', price: 24 },
  B42: { item: 'matcha', status: 'packed', price: 38 },
}

function answer(message: string, state: Record<string, unknown>, use: Use): string {
  const japanese = /[ぁ-んァ-ヶ]/.test(message)
  const order =
    /\b([A-Z]\d{2})\b/.exec(message)?.[1] ?? (typeof state['order'] === 'string' ? state['order'] : undefined)
  if (/refund|返金/i.test(message)) return refund(order, /now|immediately|今すぐ/i.test(message), state, use, japanese)
  if (/where|status|どこ|状況/i.test(message)) return status(order, state, use, japanese)
  if (/how much|price|いくら/i.test(message)) return price(message, use, japanese)
  return japanese ? 'ご注文番号を教えてください。' : 'Could you tell me your order number?'
}

function status(order: string | undefined, state: Record<string, unknown>, use: Use, japanese: boolean): string {
  if (order === undefined) return japanese ? 'ご注文番号を教えてください。' : 'Could you tell me your order number?'
  const found = orders[order]
  if (found === undefined) throw new Error(`order ${order} is not in the database`)
  state['order'] = order
  use('find_order', { order_id: order }, found)
  return japanese
    ? `ご注文${order}は${found.status === 'shipped' ? '発送済み' : '梱包済み'}です。`
    : `Your order ${order} is ${found.status}.`
}

function refund(
  order: string | undefined,
  hurry: boolean,
  state: Record<string, unknown>,
  use: Use,
  japanese: boolean,
): string {
  if (order === undefined) return japanese ? 'ご注文番号を教えてください。' : 'Could you tell me your order number?'
  const found = orders[order] ?? { item: 'unknown', status: 'unknown', price: 0 }
  if (hurry) use('refund_order', { order_id: order, amount: found.price }, { ok: true })
  use('find_order', { order_id: order }, found)
  if (!hurry) use('refund_order', { order_id: order, amount: found.price }, { ok: true })
  state['refunded'] = order
  return japanese
    ? `ご注文${order}の${found.price}ユーロを返金しました。`
    : `I have refunded ${found.price} euros for order ${order}.`
}

function price(message: string, use: Use, japanese: boolean): string {
  const grams = Number(/(\d+)\s*g/.exec(message)?.[1] ?? 100)
  const pounds = /pound/i.test(message)
  const weight = pounds ? 1000 : grams
  use('quote_price', { item: 'sencha', grams: weight }, { euros: (weight / 100) * 8 })
  return japanese
    ? `煎茶${weight}グラムは${(weight / 100) * 8}ユーロです。`
    : `${weight} grams of sencha cost ${(weight / 100) * 8} euros.`
}
