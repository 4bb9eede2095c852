import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { makeQueryClient } from './api.ts'

type Answer = (rows: string) => void

describe('data on screen after a write', () => {
  it('is the new state, even if a fetch was running when the write started', async () => {
    const client = makeQueryClient()
    const answers: Answer[] = []
    const list = new QueryObserver(client, {
      queryKey: ['adminItem', 'getList', { item_name: 'Ledger' }],
      queryFn: () => new Promise<string>((answer) => answers.push(answer)),
    })
    list.subscribe(() => {})
    expect(answers).toHaveLength(1)
    const write = client.getMutationCache().build(client, { mutationKey: ['adminItem', 'item'], mutationFn: async () => 'done' })
    const written = write.execute(undefined)
    await expect.poll(() => answers.length).toBe(2)
    answers[0]?.('of the old owner')
    answers[1]?.('of the new owner')
    await written
    await expect.poll(() => list.getCurrentResult().data).toBe('of the new owner')
    expect(list.getCurrentResult().isFetching).toBe(false)
  })
})
