import type { api } from '../lib/api.ts'

export type Token = Awaited<ReturnType<typeof api.token.getList>>[number]
export const isUsable = ({ ended_time, until }: Pick<Token, 'ended_time' | 'until'>, now: number) =>
  ended_time === '0' && Number(until) > now

export type MadeToken = Awaited<ReturnType<typeof api.token.save>>
export type TokenCall = Awaited<ReturnType<typeof api.token.calls>>['list'][number]
