import type { ProviderForm } from '@sheaf/contract'
import type { Product, TestUser } from '../../product.ts'
import type { PresetServer } from './stand-in.ts'

/** What tests do with a provider of this kind: as an administrator, and as people with a browser. */
export function presetBrowser(product: Product, provider: PresetServer) {
  const visit = async (who: TestUser, url: string, headers: Record<string, string> = {}) => {
    const reply = await product.send({ url, headers: { accept: 'text/html', ...who.headers, ...headers } })
    const cookie = [reply.headers['set-cookie'] ?? []].flat().at(-1)
    if (cookie) who.headers['cookie'] = cookie.split(';')[0] as string
    return reply
  }
  const goTo = async (who: TestUser, url: string, headers?: Record<string, string>) =>
    String((await visit(who, url, headers)).headers.location)
  const begin = (who: TestUser, id: string, query = '', headers?: Record<string, string>) =>
    goTo(who, `/api/ExtLogin/oauth2?provider_id=${id}${query}`, headers)
  const back = (who: TestUser, url: URL) => goTo(who, url.pathname + url.search)
  return {
    visit,
    goTo,
    begin,
    back,
    /** Signs a person in from the button to the page that they come back to. */
    signIn: async (who: TestUser, id: string, person: string, query = '') => back(who, provider.enter(await begin(who, id, query), person)),
    open: async (more: Partial<ProviderForm> = {}, name = 'Acme', provider_id = '0') =>
      (
        await product.admin.api.adminProvider.save({
          provider_id,
          kind: provider.kind,
          name,
          form: JSON.stringify(provider.form(more)),
          is_on: '1',
          request_id: '',
        })
      ).provider_id,
    test: (more: Partial<ProviderForm> = {}, provider_id = '0') =>
      product.admin.api.adminProvider.test({ provider_id, kind: provider.kind, form: JSON.stringify(provider.form(more)) }).then(
        () => 'fine',
        (refusal: Error) => refusal.message,
      ),
    async reset() {
      const { db } = product.server.services.store
      for (const table of ['provider', 'identity', 'departed', 'site_config'] as const) await db.deleteFrom(table).execute()
      await product.admin.api.user.confirm({ password: product.admin.password, code: '' })
      product.server.services.outbound = provider.outbound(product.server.services.config)
      provider.reset()
    },
  }
}
