import { tokenFor } from '../../watch/mail/unsubscribe.rules.ts'
import { addAsk } from '../asks.ts'
import { aCatalog, aFile, anItem, aPage } from '../given.ts'
import { addGrant } from '../grants.ts'
import type { Product, TestUser } from '../product.ts'
import { addSourceRows } from '../sources.ts'
import { addWebhook } from '../webhooks.ts'
import type { EverySample } from './samples.ts'

/** The data that a sample can refer to. */
export interface World {
  alice: TestUser
  item_id: string
  cat_id: string
  page_id: string
  /** In the recycle bin. */
  binned: string
  unique_key: string
  sign: string
  file_id: string
  team_id: string
  page_history_id: string
  template_id: string
  mock_key: string
  grant_id: string
  hook: Record<'webhook_id' | 'delivery_id', string>
  /** A source with a held version, and the page that shows one of its parts. */
  source: Record<'source_id' | 'held_id' | 'page_id' | 'match_id' | 'intro_id', string>
  /** A page that names a file, and this proof. */
  proven_page_id: string
  proof_id: string
  /** An open suggestion of an administrator for the page, and one of the owner for a new page. */
  suggestion_id: string
  own_suggestion_id: string
  /** A thread of the owner on the page. */
  thread: Record<'thread_id' | 'comment_id', string>
  feedback_id: string
  /** A request for access to the item, and one of the owner for another. */
  ask_id: string
  own_ask_id: string
  /** Someone else who can edit, and an offer of the owner's page to them. */
  editor_uid: string
  offer_id: string
  unsubscribe_token: string
  /** Of the open API. */
  keys: Record<'api_key' | 'api_token', string>
  captcha_id: string
  /** The data of an API client in the item. */
  client: Record<'env_id' | 'sending_id' | 'variable_id' | 'flow_id' | 'call_id', string>
}

/** Writes that only add or change, so that the samples of the next calls remain valid. */
export const LEAVES_WORLD =
  /^(?!user|admin)\w+\/(save|update|add|createCatalog|set(?!Lock)|sort|copy|import|upload|preview|test|pin|mark|vote)\w*$/i

/** A new world for a call that can change its own. Calls of `user/` get a new owner too, because they can change the account. */
export const worldFor = (product: Product, { path }: EverySample, { alice }: World) =>
  makeWorld(product, path.startsWith('user/') ? undefined : alice)

/** Creates everything that the samples refer to, with a new owner if none is given. */
export async function makeWorld(product: Product, owner?: TestUser): Promise<World> {
  const alice = owner ?? (await product.user('alice'))
  const item_id = await anItem(alice, { item_name: 'World' })
  const cat_id = await aCatalog(alice, item_id)
  const page_id = await aPage(alice, item_id, { cat_id })
  const made = await alice.api.page.createSinglePage({ page_id, isCreateSiglePage: 'true' })
  const sign = await aFile(product, item_id, Buffer.from('file'), { owner: alice, page_id })
  const file_id = (await alice.api.page.uploadList({ page_id }))[0]?.file_id ?? ''
  const binned = await aPage(alice, item_id)
  await alice.api.page.delete({ page_id: binned })
  const { id: team_id } = await alice.api.team.save({ id: '', team_name: 'Team' })
  await alice.api.page.save({ page_id, page_title: 'Start', page_content: 'Hello' })
  const page_history_id = (await alice.api.page.history({ page_id, brief: '1' }))[0]?.page_history_id ?? ''
  const { id: template_id } = await alice.api.template.save({ template_title: 'Template', template_content: '' })
  // As a row, because the number of tokens of a user is limited.
  const { services } = product.server
  const { grant_id } = await addGrant(services.store.db, { uid: Number(alice.uid), level: 3, at: services.now() })
  const suggested = { page_title: 'Suggested', page_content: 'Suggested' }
  const { suggestion_id } = await product.admin.api.suggestion.save({ page_id, base_version: '2', ...suggested })
  await alice.api.feedback.saveSettings({ item_id, feedback_from: '2' })
  // Directly, because a person can write a limited number of notes in an hour.
  const answered = { feedback_type: 2, reasons: 'missing', note: 'How long are orders kept?', note_state: 'new' as const, note_time: 1 }
  const { feedback_id } = await product.server.services.store.db
    .insertInto('page_feedback')
    .values({ page_id: Number(page_id), item_id: Number(item_id), uid: Number(product.admin.uid), version: 1, addtime: 1, ...answered })
    .returning('feedback_id')
    .executeTakeFirstOrThrow()
  const { suggestion_id: own_suggestion_id } = await alice.api.suggestion.save({ item_id, ...suggested })
  const { api_key, api_token } = await alice.api.item.getKey({ item_id })
  const { unique_key: mock_key } = await alice.api.mock.add({ page_id, template: '{"error_code":0}', path: '/sample' })
  const { thread } = await alice.api.comment.add({ page_id, content: 'Is this still true?' })
  // A second page is offered, so that the first one can be.
  const offered = await aPage(alice, item_id)
  const steward = { uid: alice.uid, days: '90' }
  const subjects = JSON.stringify([page_id, offered].map((subject_id) => ({ kind: 'page', subject_id })))
  await alice.api.review.set({ item_id, subjects, ...steward })
  await alice.api.review.handOn({ item_id, page_ids: JSON.stringify([offered]), uid: product.admin.uid })
  const [offer] = (await alice.api.review.offers({})).by_me
  const { captcha_id } = await alice.api.common.createCaptcha({})
  const client = await makeClient(alice, item_id, page_id)
  const proven_page_id = await aPage(alice, item_id, { page_content: '<!-- source: shop:src/orders.ts -->' })
  const { proofs } = await alice.api.truth.page({ page_id: proven_page_id })
  return {
    alice,
    captcha_id,
    client,
    item_id,
    cat_id,
    page_id,
    binned,
    mock_key,
    grant_id: String(grant_id),
    hook: await addWebhook(services, services.store.db, { item_id: Number(item_id), uid: Number(alice.uid), at: services.now() }),
    source: await addSourceRows(services.store.db, {
      item_id: Number(item_id),
      cat_id: Number(cat_id),
      page_id: Number(await aPage(alice, item_id, { page_title: 'List orders', cat_id })),
      title: 'Orders',
      at: services.now(),
    }),
    proven_page_id,
    proof_id: proofs[0]?.proof_id ?? '',
    suggestion_id,
    own_suggestion_id,
    thread: { thread_id: thread.thread_id, comment_id: thread.comments[0]?.comment_id ?? '' },
    feedback_id: String(feedback_id),
    ask_id: await addAsk(services.store.db, { uid: Number(product.admin.uid), item_id: Number(item_id), at: services.now() }),
    own_ask_id: await addAsk(services.store.db, { uid: Number(alice.uid), item_id: 0, at: services.now() }),
    editor_uid: product.admin.uid,
    offer_id: offer?.offer_id ?? '',
    unsubscribe_token: tokenFor(services, { uid: Number(alice.uid), counter: 0 }, { scope: 'group', group: 'watched' }),
    keys: { api_key, api_token },
    sign,
    file_id,
    team_id,
    page_history_id,
    template_id,
    unique_key: 'unique_key' in made ? made.unique_key : '',
  }
}

async function makeClient({ api }: TestUser, item_id: string, page_id: string): Promise<World['client']> {
  const { env_id } = await api.runapi.addEnv({ item_id, env_name: 'Test' })
  const variable_id = await api.itemVariable.save({ item_id, env_id, var_name: 'token', var_value: 't' })
  await api.runapi.selectEnv({ env_id })
  const sending = { env_name: 'Staging', base_url: 'https://api.test', is_shown: '1', by_server: '1', variables: '[]' }
  const { env_id: sending_id } = await api.console.saveEnvironment({ item_id, env_id: '0', ...sending })
  const { id: flow_id } = await api.flow.save({ item_id, flow_name: 'Smoke' })
  return { env_id, sending_id, variable_id, flow_id, call_id: await api.flow.addFlowPage({ flow_id, page_id }) }
}
