/** A small description of an API: its operations can be given, and each has a tag. */
interface Operation {
  path: string
  method?: string
  id?: string
  tag?: string
  summary?: string
  description?: string
  /** The description of the field, and its maximum. */
  quantity?: string
  maximum?: number
}

export const orders: Operation[] = [
  { path: '/orders', method: 'post', id: 'createOrder', summary: 'Create an order', quantity: 'How many pieces' },
  { path: '/orders', id: 'listOrders', summary: 'List orders' },
  { path: '/orders/{id}', id: 'getOrder', summary: 'Get an order' },
  { path: '/refunds', method: 'post', id: 'refund', tag: 'Refunds', summary: 'Refund an order' },
]

export function description(operations: Operation[] = orders, title = 'Orders API'): Buffer {
  const paths: Record<string, Record<string, object>> = {}
  for (const { path, method = 'get', id, tag = 'Orders', summary, description: about, quantity, maximum } of operations) {
    const body = {
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['quantity'],
            properties: { quantity: { type: 'integer', description: quantity ?? '', ...(maximum ? { maximum } : {}) } },
          },
        },
      },
    }
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    paths[path] = {
      ...paths[path],
      [method]: {
        ...(id ? { operationId: id } : {}),
        ...(summary ? { summary } : {}),
        ...(about ? { description: about } : {}),
        tags: [tag],
        parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
        ...(method === 'get' ? {} : { requestBody: body }),
        responses: { '200': { description: 'Done' } },
      },
    }
  }
  return Buffer.from(JSON.stringify({ openapi: '3.1.0', info: { title, version: '1', description: 'All about orders.' }, paths }))
}
