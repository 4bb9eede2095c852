import type { api } from '../lib/api.ts'

export type Token = Awaited<ReturnType<typeof api.token.getList>>[number]
export type MadeToken = Awaited<ReturnType<typeof api.token.save>>
export type TokenCall = Awaited<ReturnType<typeof api.token.calls>>['list'][number]
