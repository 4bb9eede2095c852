import { type CallToolResult, ProtocolError } from '@modelcontextprotocol/server'
import { errorMessage, Refusal } from '@sheaf/contract'
import { levelsInWords } from '../auth/grant.ts'
import type { Services } from '../context.ts'
import { ratesOf } from '../http/limits/rate.ts'
import { spaceGuard } from '../http/limits/space.ts'
import type { tokenLog } from '../http/token-log.ts'
import { showdocRefusal } from './aliases/dialect.ts'
import { sentenceFor } from './aliases/left-out.ts'
import type { Offer } from './offers.ts'
import { type Answer, type Asker, type Tool, WrongArguments, wrongArgument } from './tool.ts'

export type TokenLog = ReturnType<typeof tokenLog>

const answered = ({ text, structured, isRefused }: Answer): CallToolResult => ({
  content: [{ type: 'text', text }],
  ...(structured ? { structuredContent: structured } : {}),
  ...(isRefused ? { isError: true } : {}),
})

/** Makes calls of tools: level, arguments and rate first, then the tool, with one row in the log of tokens (W30). */
export function toolCalls(services: Services, log: TokenLog) {
  const rate = ratesOf(services)
  const space = spaceGuard(services)

  async function mustAllow({ kind, name }: Tool, { ctx: { grant, user } }: Asker) {
    if (!grant || !user) return
    const kinds = [...(kind === 'write' ? ['token write'] : []), ...(/search/.test(name) ? ['token search'] : [])]
    // Suggestions have the same limit as their call.
    if (/^propose/.test(name)) await rate('suggestion/save', `g${grant.grant_id}`)
    for (const each of kinds) {
      await rate(each, `g${grant.grant_id}`)
      await rate(`${each} of a person`, `u${user.uid}`)
    }
  }

  return async ({ tools, isShowdoc }: Offer, asker: Asker, name: string, given: object): Promise<CallToolResult> => {
    const { ctx } = asker
    const tool = tools.get(name)
    if (!tool)
      throw new WrongArguments(sentenceFor(name, ctx.language) ?? errorMessage('toolUnknown', ctx.language, { tool: name.slice(0, 100) }))
    try {
      await mustAllow(tool, asker)
      if (tool.level > asker.level) {
        log.refused(tool.name, ctx, ctx.address, 'levelMissing')
        throw new Refusal('levelMissing', levelsInWords(ctx.language, asker.level, tool.level))
      }
      const input = tool.input.safeParse(given)
      if (!input.success) throw new WrongArguments(wrongArgument(input.error))
      if (tool.kind === 'write') await space.mustFit('page/save', {}, 0)
      return answered(await log.logged(tool.name, { kind: tool.kind }, asker.place, ctx, () => tool.run(input.data as never, asker)))
    } catch (error) {
      if (!(error instanceof Refusal) || error.error === 'unexpected') throw error
      if (isShowdoc) {
        const { code, message } = showdocRefusal(error, ctx.language, ctx.grant)
        throw new ProtocolError(code, message)
      }
      return { content: [{ type: 'text', text: errorMessage(error.error, ctx.language, error.fill) }], isError: true }
    }
  }
}
