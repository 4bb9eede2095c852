import { type Contract, everyCall } from '@sheaf/contract'
import { description } from '../../source/test/orders.ts'
import { sampleZip } from '../../zip/test/zip-sample.ts'
import { unknownAssertion, unknownAttestation } from './passkeys.ts'
import { PIXEL } from './pixel.ts'
import type { World } from './samples.world.ts'

interface Sample {
  /** Fields with which the owner of the world can make the call. */
  fields?: (world: World) => Record<string, string>
  /** Tables that the call writes although it is a read. */
  writes?: string[]
  /** Sent as multipart with this file. */
  file?: { name: string; bytes: Buffer }
}

const pushed = { cat_name: 'Guides', cat_name_sub: '', page_title: 'Start', title: '', page_content: 'Pushed', s_number: '9' }
const source = '/**\n * showdoc\n * @title Log in\n * @method get\n * @url /in\n */'
const anImport = { file: { name: 'Manual.zip', bytes: sampleZip([{ name: 'a.md', data: '# A' }]) } }
const aDescription = { file: { name: 'orders.json', bytes: description() } }
const versionOrigin = { label: '1.1', commit: 'f00d', branch: 'main', commit_time: '1000', force: '1', request_id: '' }
/** Users with a right need no key pair. */
const noKeys = { api_key: '', api_token: '' }
const proposal = { item_id: '0', cat_id: '0', base_version: '2', page_title: 'Better', edits: '' }
const listed = { page: '1', count: '5', attachment_type: '-1', display_name: '', username: '' }

const aRun = (page_id: string) =>
  JSON.stringify([
    {
      page_id,
      name: 'GET /orders',
      env: 'staging',
      seal: 'a',
      state: 'failing',
      status: 500,
      ms: 12,
      paths: [{ path: 'id', problem: 'missing' }],
    },
  ])

/** A selected page. */
const inTree = ({ item_id, page_id }: World) => ({
  item_id,
  lines: JSON.stringify([{ page_id }]),
  checked: '',
  request_id: '',
})

/** A row for every declared call. A call without a row does not compile. */
const samples: { [G in keyof Contract]: { [A in keyof Contract[G]]: Sample } } = {
  common: {
    homePageSetting: {},
    verify: { writes: ['captcha', 'session'] },
    qrcode: { fields: () => ({ size: '3', url: 'http://localhost:80/1' }) },
    version: {},
    createCaptcha: { writes: ['riddle'] },
    showCaptcha: { fields: ({ captcha_id }) => ({ captcha_id }), writes: ['riddle'] },
    visitFile: { fields: ({ sign }) => ({ sign, key: '' }), writes: ['attachment_flow'] },
  },
  ScriptCron: { run: {} },
  update: { checkDb: {} },
  user: {
    login: { fields: ({ alice }) => ({ username: alice.username, password: alice.password, v_code: '' }) },
    secondStep: { fields: () => ({ code: '000000', passkey: '', trust: '1' }) },
    passkeyOptions: { fields: () => ({ username: '', purpose: '' }) },
    passkeyLogin: { fields: () => ({ answer: JSON.stringify(unknownAssertion) }) },
    confirm: { fields: ({ alice }) => ({ password: alice.password, code: '', passkey: '' }) },
    register: { fields: () => ({ username: 'newcomer', password: 'long enough 1', confirm_password: 'long enough 1', v_code: 'abc12' }) },
    loginByVerify: {
      fields: ({ alice, captcha_id }) => ({ username: alice.username, password: alice.password, captcha_id, captcha: 'abc12' }),
    },
    registerByVerify: {
      fields: ({ captcha_id }) => ({
        username: 'newcomer',
        password: 'long enough 1',
        confirm_password: 'long enough 1',
        captcha_id,
        captcha: 'abc12',
      }),
    },
    setup: { fields: () => ({ token: 'x', username: 'root', password: 'long enough 1', confirm_password: 'long enough 1' }) },
    logout: {},
    info: {},
    oauthInfo: {},
    updateInfo: { fields: () => ({ name: 'Alice A.' }) },
    resetPassword: { fields: ({ alice }) => ({ password: alice.password, new_password: 'another horse 8' }) },
    updateEmail: { fields: ({ alice }) => ({ email: `${alice.username}@example.test`, password: alice.password }) },
    sendVerifyMail: {},
    verifyEmail: { fields: ({ alice }) => ({ uid: alice.uid, email: 'a@example.test', token: 'x' }) },
    resetPasswordEmail: { fields: () => ({ email: 'a@example.test', v_code: 'abc12' }) },
    resetPasswordByUrl: {
      fields: ({ alice }) => ({ new_password: 'another horse 8', uid: alice.uid, email: 'a@example.test', token: 'x' }),
    },
    allUser: { fields: () => ({ username: '' }) },
    outside: {},
    unlink: { fields: ({ alice }) => ({ identity_id: '1', password: alice.password }) },
    setFirstPassword: { fields: () => ({ new_password: 'another horse 8' }) },
    newcomer: {},
    linkNewcomer: { fields: ({ alice }) => ({ username: alice.username, password: alice.password, v_code: '' }) },
    joinNewcomer: { fields: () => ({ username: 'newcomer' }) },
  },
  ExtLogin: {
    oauth2: { fields: () => ({ code: '', authCode: '', state: '', error: '', iss: '', redirect: '', link: '' }) },
    bySecretKey: { fields: () => ({ username: 'newcomer', time: '1', token: 'x', redirect: '' }) },
  },
  item: {
    myList: { fields: () => ({ original: '0', item_group_id: '0' }) },
    info: { fields: ({ item_id, page_id }) => ({ item_id, item_domain: '', keyword: '', default_page_id: page_id, ...noKeys }) },
    detail: { fields: ({ item_id }) => ({ item_id }) },
    search: { fields: ({ item_id }) => ({ item_id, keyword: 'Hello' }) },
    searchMine: { fields: () => ({ keyword: 'Hello', item_group_id: '0' }) },
    add: {
      fields: () => ({ item_type: '1', item_name: 'New', item_description: 'd', item_domain: '', copy_item_id: '0', request_id: '' }),
    },
    update: { fields: ({ item_id }) => ({ item_id, item_name: 'World', item_description: 'd', item_domain: '' }) },
    sort: { fields: ({ item_id }) => ({ data: JSON.stringify({ [item_id]: 1 }), item_group_id: '0' }) },
    top: { fields: ({ item_id }) => ({ item_id, action: 'top' }) },
    latest: {},
    visit: { fields: ({ item_id }) => ({ item_id }) },
    itemList: {},
    getPage: { fields: ({ item_id, page_id }) => ({ item_id, page_id, page_title: '', ...noKeys }) },
    exitItem: { fields: ({ item_id }) => ({ item_id }) },
    delete: { fields: ({ item_id, alice }) => ({ item_id, password: alice.password }) },
    archive: { fields: ({ item_id, alice }) => ({ item_id, password: alice.password }) },
    attorn: { fields: ({ item_id, alice }) => ({ item_id, username: 'admin', password: alice.password }) },
    getKey: { fields: ({ item_id }) => ({ item_id }), writes: ['item_key'] },
    resetKey: { fields: ({ item_id }) => ({ item_id }) },
    updateByApi: { fields: ({ keys }) => ({ ...pushed, ...keys }) },
    insertCatalog: {
      fields: ({ item_id, cat_id, keys }) => ({ item_id, cat_name: 'Name', parent_cat_id: cat_id, s_number: '9', ...keys }),
    },
    editPage: {
      fields: ({ item_id, page_id, cat_id, keys }) => ({
        item_id,
        page_id,
        cat_id,
        page_title: 'Start',
        page_content: 'Pushed',
        s_number: '9',
        ...keys,
      }),
    },
    pwd: { fields: ({ item_id, page_id }) => ({ item_id, page_id, password: 'x', v_code: '', refer_url: '' }) },
  },
  itemGroup: {
    getList: {},
    save: { fields: ({ item_id }) => ({ id: '0', group_name: 'Group', item_ids: item_id, request_id: '' }) },
    delete: { fields: () => ({ id: '1' }) },
    saveSort: { fields: () => ({ groups: '[{"id":1,"s_number":1}]' }) },
  },
  member: {
    getList: { fields: ({ item_id }) => ({ item_id }) },
    save: { fields: ({ item_id }) => ({ item_id, username: 'admin', cat_id: '0', member_group_id: '1' }) },
    update: { fields: ({ item_id }) => ({ item_id, item_member_id: '1', cat_id: '0', member_group_id: '0' }) },
    delete: { fields: ({ item_id }) => ({ item_id, item_member_id: '1' }) },
  },
  team: {
    getList: {},
    save: { fields: () => ({ id: '0', team_name: 'Team', request_id: '' }) },
    delete: { fields: () => ({ id: '1' }) },
    attorn: { fields: ({ alice }) => ({ team_id: '1', username: 'admin', password: alice.password }) },
  },
  teamMember: {
    getList: { fields: ({ team_id }) => ({ team_id }) },
    save: { fields: ({ team_id }) => ({ team_id, member_username: 'admin' }) },
    delete: { fields: () => ({ id: '1' }) },
  },
  teamItem: {
    getList: { fields: ({ item_id }) => ({ item_id }) },
    getListByTeam: { fields: ({ team_id }) => ({ team_id }) },
    save: { fields: ({ team_id, item_id }) => ({ team_id, item_id }) },
    delete: { fields: () => ({ id: '1' }) },
  },
  teamItemMember: {
    getList: { fields: ({ team_id, item_id }) => ({ item_id, team_id }) },
    save: { fields: () => ({ id: '1', member_group_id: '0', cat_id: '0' }) },
    saveAll: { fields: ({ team_id, item_id }) => ({ item_id, team_id, member_group_id: '0' }) },
  },
  search: {
    all: { fields: () => ({ keyword: 'Hello' }) },
    item: { fields: ({ item_id }) => ({ item_id, keyword: 'Hello' }) },
    pages: { fields: ({ page_id }) => ({ page_ids: JSON.stringify([page_id]) }) },
  },
  notice: {
    getList: { fields: () => ({ notice_type: 'all', count: '5' }) },
    setRead: { fields: () => ({ notice_id: '1' }) },
    setAllRead: {},
    delete: { fields: () => ({ notice_id: '1' }) },
  },
  catalog: {
    save: { fields: ({ item_id, cat_id }) => ({ item_id, cat_id, parent_cat_id: '0', cat_name: 'Name', s_number: '9', request_id: '' }) },
    catListName: { fields: ({ item_id }) => ({ item_id }) },
    catListGroup: { fields: ({ item_id }) => ({ item_id }) },
    getPagesBycat: { fields: ({ item_id, cat_id }) => ({ item_id, cat_id }) },
    catList: { fields: ({ item_id }) => ({ item_id }) },
    secondCatList: { fields: ({ item_id }) => ({ item_id }) },
    childCatList: { fields: ({ cat_id }) => ({ cat_id }) },
    getDefaultCat: { fields: ({ item_id, page_id }) => ({ item_id, page_id, copy_page_id: '0' }) },
    delete: { fields: ({ item_id, cat_id }) => ({ item_id, cat_id }) },
    batUpdate: {
      fields: ({ item_id, cat_id, page_id }) => ({
        item_id,
        cats: JSON.stringify([
          { cat_id, cat_name: 'Name', parent_cat_id: 0, level: 2, s_number: 1 },
          { page_id, parent_cat_id: cat_id, s_number: 1 },
        ]),
      }),
    },
    copy: { fields: ({ item_id, cat_id }) => ({ cat_id, new_p_cat_id: '0', to_item_id: item_id, is_del: '0', request_id: '' }) },
    arrange: {
      fields: ({ item_id, page_id, cat_id }) => ({
        item_id,
        page_id,
        cat_id: '0',
        parent_cat_id: '0',
        before_id: '0',
        was_cat_id: cat_id,
      }),
    },
  },
  tree: {
    check: {
      fields: ({ item_id, page_id }) => ({
        item_id,
        lines: JSON.stringify([{ page_id }]),
        action: 'move',
        to_item_id: item_id,
        to_cat_id: '0',
      }),
    },
    move: { fields: (world) => ({ ...inTree(world), to_item_id: world.item_id, to_cat_id: '0', password: '' }) },
    copy: { fields: (world) => ({ ...inTree(world), to_item_id: world.item_id, to_cat_id: '0' }) },
    delete: { fields: inTree },
    undo: { fields: () => ({ batch_id: '1' }) },
  },
  page: {
    info: { fields: ({ page_id }) => ({ page_id, raw: '1', ...noKeys }) },
    infoByKey: { fields: ({ unique_key }) => ({ page_id: '0', unique_key }) },
    view: { fields: ({ page_id }) => ({ page_id, unique_key: '', language: 'en' }) },
    save: {
      fields: ({ page_id, item_id, cat_id }) => ({
        page_id,
        item_id,
        cat_id,
        page_title: 'Title',
        page_content: 'Hello',
        page_comments: '',
        is_urlencode: '1',
        s_number: '9',
        base_version: '',
        accepts: 'all',
        is_checked: '1',
        request_id: '',
      }),
    },
    delete: { fields: ({ page_id }) => ({ page_id }) },
    move: {
      fields: ({ item_id, page_id }) => ({
        item_id,
        page_ids: JSON.stringify([page_id]),
        to_item_id: item_id,
        to_cat_id: '0',
        request_id: '',
      }),
    },
    createSinglePage: { fields: ({ page_id }) => ({ page_id, isCreateSiglePage: 'true' }) },
    uploadList: { fields: ({ page_id }) => ({ page_id }) },
    uploadImg: { fields: ({ item_id, page_id }) => ({ item_id, page_id, t: 'x' }), file: { name: 'a.png', bytes: PIXEL } },
    upload: { fields: ({ item_id, page_id }) => ({ item_id, page_id }), file: { name: 'a.txt', bytes: Buffer.from('text') } },
    deleteUploadFile: { fields: ({ file_id, page_id }) => ({ file_id, page_id }) },
    history: { fields: ({ page_id }) => ({ page_id, brief: '0' }) },
    updateHistoryComments: { fields: ({ page_id, page_history_id }) => ({ page_id, page_history_id, page_comments: 'Reviewed' }) },
    diff: { fields: ({ page_id, page_history_id }) => ({ page_id, page_history_id }) },
    setLock: { fields: ({ page_id, item_id }) => ({ page_id, item_id, lock_to: '' }) },
    isLock: { fields: ({ page_id }) => ({ page_id }) },
    sort: { fields: ({ page_id, item_id }) => ({ item_id, pages: JSON.stringify({ [page_id]: 3 }) }) },
  },
  attachment: {
    visitFile: { fields: ({ sign }) => ({ sign, key: '' }), writes: ['attachment_flow'] },
    attachmentUpload: { fields: ({ item_id, page_id }) => ({ item_id, page_id }), file: { name: 'a.txt', bytes: Buffer.from('text') } },
    uploadImg: { fields: ({ item_id, page_id }) => ({ item_id, page_id, t: 'x' }), file: { name: 'a.png', bytes: PIXEL } },
    pageAttachmentUploadList: { fields: ({ page_id }) => ({ page_id }) },
    deletePageUploadFile: { fields: ({ file_id, page_id }) => ({ file_id, page_id }) },
    getMyList: { fields: () => listed },
    deleteMyAttachment: { fields: ({ file_id }) => ({ file_id }) },
    bindingPage: { fields: ({ file_id, page_id }) => ({ file_id, page_id }) },
    getAllList: { fields: () => listed },
    deleteAttachment: { fields: ({ file_id }) => ({ file_id }) },
  },
  session: {
    getList: {},
    end: { fields: () => ({ session_id: '1' }) },
    endOthers: {},
    forgetDevice: { fields: () => ({ session_id: '1' }) },
  },
  secondStep: {
    info: {},
    beginTotp: {},
    addTotp: { fields: () => ({ code: '000000', end_others: '1' }) },
    endTotp: {},
    newCodes: {},
    beginPasskey: {},
    addPasskey: { fields: () => ({ answer: JSON.stringify(unknownAttestation), name: 'Key' }) },
    renamePasskey: { fields: () => ({ passkey_id: '1', name: 'Key' }) },
    endPasskey: { fields: () => ({ passkey_id: '1' }) },
  },
  adminUser: {
    sessions: { fields: () => ({ uid: first }) },
    endSecondStep: { fields: () => ({ uid: first }) },
    getList: { fields: () => ({ username: '', role: '', page: '1', count: '7' }) },
    addUser: { fields: () => ({ username: 'clerk', password: 'long enough 1', uid: '', name: 'Clerk' }) },
    changePassword: { fields: () => ({ uid: first, new_password: 'long enough 1' }) },
    deleteUser: { fields: () => ({ uid: first }) },
    update: { fields: () => ({ uid: first, name: 'Root', groupid: '1', is_disabled: '0' }) },
    endSessions: { fields: () => ({ uid: first }) },
  },
  adminItem: {
    getList: { fields: () => ({ item_name: '', username: '', kind: '', page: '1', count: '7' }) },
    deleteItem: { fields: ({ item_id }) => ({ item_id }) },
    attorn: { fields: ({ item_id }) => ({ item_id, username: 'admin' }) },
  },
  adminSetting: {
    loadSignIn: {},
    saveSignIn: { fields: () => ({ trust_days: '7', session_days: '30' }) },
    loadConfig: {},
    saveConfig: { fields: () => ({ register_open: '1', history_version_count: '20', home_page: '1', oss_setting: '{"bucket":"b"}' }) },
    testStorage: { fields: () => ({ oss_setting: '{"bucket":"b"}' }) },
    loadLdapConfig: {},
    saveLdapConfig: { fields: () => ({ ldap_open: '0', ldap_form: '{"base_dn":"dc=example"}' }) },
    ldapMatches: {},
    linkLdap: { fields: () => ({ uids: '[1]' }) },
    testLdap: { fields: () => ({ ldap_form: '{"host":"127.0.0.1","port":"1"}', username: '', password: '' }) },
    loadOauth2Config: {},
    saveOauth2Config: { fields: () => ({ oauth2_open: '0', oauth2_form: '{"client_id":"docs"}' }) },
    testOauth2: { fields: () => ({ oauth2_form: '{"host":""}' }) },
    getLoginSecretKey: { writes: ['site_config'] },
    resetLoginSecretKey: {},
  },
  adminProvider: {
    getList: {},
    save: { fields: () => ({ provider_id: '0', kind: 'oidc', name: 'Example', form: '{"client_id":"docs"}', is_on: '0', request_id: '' }) },
    delete: { fields: () => ({ provider_id: '1', unlink: '0' }) },
    reorder: { fields: () => ({ provider_ids: '[]' }) },
    test: { fields: () => ({ provider_id: '0', kind: 'oidc', form: '{"issuer":""}' }) },
  },
  adminOverview: {
    info: { fields: () => ({ days: '30' }) },
    firstSteps: {},
    markStep: { fields: () => ({ step: 'mail', state: 'skipped' }) },
  },
  adminLog: {
    getList: { fields: () => ({ username: '', action: '', subject: '', from: '', until: '', page: '1', count: '7' }) },
    export: { fields: () => ({ username: '', action: '', subject: '', from: '', until: '' }), writes: ['audit'] },
  },
  adminUpdate: { checkUpdate: {}, download: {}, updateFiles: {} },
  adminShowdoc: {
    progress: {},
    begin: { fields: () => ({ folder: '/nowhere', same_people: '', password: '' }) },
    upload: { ...anImport, fields: () => ({ same_people: '', password: '' }) },
    resume: { fields: () => ({ password: '' }) },
    stop: {},
    verify: {},
    forget: {},
    report: {},
  },
  adminNotice: {
    send: { fields: () => ({ notice_title: 'Tonight', notice_content: 'We update at ten.', request_id: '' }) },
    getList: {},
  },
  template: {
    getList: {},
    save: { fields: () => ({ template_title: 'Template', template_content: '# API', request_id: '' }) },
    delete: { fields: ({ template_id }) => ({ id: template_id }) },
  },
  oauth: {
    request: { fields: () => ({ query: 'client_id=unknown' }) },
    decide: {
      fields: () => ({
        query: 'client_id=unknown',
        allow: '1',
        level: '1',
        item_ids: '',
        is_limited: '0',
        days: '90',
        password: '',
      }),
    },
  },
  adminAgent: {
    getList: { fields: () => ({ username: '', client_id: '', state: '', page: '1', count: '10' }) },
    calls: { fields: ({ grant_id }) => ({ grant_id, page: '1', count: '10' }) },
    end: { fields: ({ grant_id }) => ({ grant_id }) },
    clients: { fields: () => ({ name: '', page: '1', count: '10' }) },
    saveClient: {
      fields: () => ({
        client_id: '',
        name: 'Build',
        redirect_uris: '["https://build.example.test/done"]',
        has_secret: '0',
        request_id: '',
      }),
    },
    block: { fields: () => ({ client_id: 'unknown', is_blocked: '1' }) },
  },
  change: {
    getList: {
      fields: ({ item_id, page_id }) => ({
        item_id,
        page_id,
        types: '["page.created"]',
        username: '',
        before: '',
        after: '',
        since: '',
        count: '5',
        language: 'en',
      }),
    },
  },
  token: {
    getList: {},
    save: {
      fields: () => ({ name: 'CI', level: '1', item_ids: '', days: '30', is_admin: '0', is_limited: '0', password: '', request_id: '' }),
    },
    update: { fields: ({ grant_id }) => ({ grant_id, name: 'Build', level: '1', item_ids: '', is_limited: '0', days: '' }) },
    end: { fields: ({ grant_id }) => ({ grant_id }) },
    calls: { fields: ({ grant_id }) => ({ grant_id, page: '1', count: '10' }) },
  },
  webhook: {
    getList: { fields: ({ item_id }) => ({ item_id }) },
    save: {
      fields: ({ item_id }) => ({
        webhook_id: '0',
        item_id,
        name: 'CI',
        kind: 'json',
        url: 'https://hooks.test/sample',
        secret: '',
        events: '["page.changed"]',
        cat_id: '0',
        language: 'en',
        is_on: '1',
        request_id: '',
      }),
    },
    delete: { fields: ({ hook: { webhook_id } }) => ({ webhook_id }) },
    test: { fields: ({ hook: { webhook_id } }) => ({ webhook_id }) },
    secret: { fields: ({ hook: { webhook_id }, alice }) => ({ webhook_id, password: alice.password }) },
    rotate: { fields: ({ hook: { webhook_id }, alice }) => ({ webhook_id, password: alice.password }) },
    deliveries: { fields: ({ hook: { webhook_id } }) => ({ webhook_id, state: '', page: '1', count: '10' }) },
    delivery: { fields: ({ hook: { delivery_id } }) => ({ id: delivery_id }) },
    resend: { fields: ({ hook: { delivery_id } }) => ({ id: delivery_id }) },
  },
  source: {
    list: { fields: ({ item_id }) => ({ item_id }) },
    parts: { fields: ({ source: { source_id } }) => ({ source_id, keyword: 'order' }) },
    detail: { fields: ({ source: { source_id } }) => ({ source_id }) },
    add: {
      ...aDescription,
      fields: ({ item_id, cat_id }) => ({
        item_id,
        cat_id,
        name: 'new',
        title: 'New',
        views: 'operations',
        on_gone: 'bin',
        label: '1.0',
        request_id: '',
      }),
    },
    update: { fields: ({ source: { source_id } }) => ({ source_id, title: 'Renamed', on_gone: 'keep' }) },
    delete: { fields: ({ source: { source_id }, alice }) => ({ source_id, pages: 'keep', password: alice.password }) },
    push: { ...aDescription, fields: ({ source: { source_id } }) => ({ source_id, ...versionOrigin }) },
    changes: { fields: ({ source: { source_id } }) => ({ source_id, version_id: '', language: 'en' }) },
    compare: { fields: ({ source: { source_id } }) => ({ source_id, from_seq: '1', to_seq: '2', language: 'en' }) },
    result: { fields: ({ source: { source_id } }) => ({ source_id, language: 'en' }) },
    decideMatch: { fields: ({ source: { source_id, match_id } }) => ({ source_id, match_id, choice: 'yes' }) },
    accept: { fields: ({ source: { source_id } }) => ({ source_id, seal: 'a'.repeat(64), reason: 'Agreed' }) },
    unaccept: { fields: ({ source: { source_id } }) => ({ source_id, seal: 'b'.repeat(64) }) },
    decide: {
      fields: ({ source: { source_id, page_id } }) => ({
        source_id,
        words: JSON.stringify([{ page_id: Number(page_id), path: 'description', mode: 'replace', choice: 'ours' }]),
      }),
    },
    words: { fields: ({ source: { page_id } }) => ({ page_id }) },
    part: {
      fields: ({ source: { page_id } }) => ({ page_id, item_id: '0', kind: 'operation', source: 'orders', key: 'listOrders' }),
    },
    saveWords: {
      fields: ({ source: { page_id } }) => ({
        page_id,
        path: 'summary',
        words: 'All orders',
        mode: 'replace',
        base_version: '',
        alone: '0',
      }),
    },
    schedule: { fields: ({ source: { source_id } }) => ({ source_id }) },
    saveSchedule: {
      fields: ({ source: { source_id } }) => ({ source_id, url: '', every_hours: '24', header_name: '', header_value: '' }),
    },
    fetch: { fields: ({ source: { source_id } }) => ({ source_id }) },
    versions: { fields: ({ source: { source_id } }) => ({ source_id, page: '1', count: '10' }) },
    file: { fields: ({ source: { source_id } }) => ({ source_id, version_id: '' }) },
    export: { fields: ({ source: { source_id } }) => ({ source_id, form: 'source', format: '' }) },
    schema: { fields: ({ source: { intro_id } }) => ({ page_id: intro_id, name: 'Order', language: 'en' }) },
    release: { fields: ({ source: { source_id, held_id } }) => ({ source_id, version_id: held_id, action: 'drop' }) },
    removeInstance: { fields: ({ source: { source_id } }) => ({ source_id, instance: 'production' }) },
    putBack: { fields: ({ source: { source_id } }) => ({ source_id, kind: 'operation', key: 'leftOut' }) },
    detach: { fields: ({ source: { page_id } }) => ({ page_id }) },
  },
  truth: {
    page: { fields: ({ page_id }) => ({ page_id, unique_key: '' }) },
    list: {
      fields: ({ item_id }) => ({
        item_id,
        state: 'all',
        owner_uid: '0',
        cat_id: '0',
        kind: 'file',
        keyword: 'orders',
        page: '1',
        count: '10',
        format: 'json',
      }),
    },
    summary: { fields: ({ item_id }) => ({ item_id }) },
    saveProof: { fields: ({ page_id }) => ({ page_id, proof_id: '0', heading: '', target: 'shop:src/cart.ts#total', base_version: '' }) },
    accept: { fields: ({ proven_page_id, proof_id }) => ({ page_id: proven_page_id, proof_ids: JSON.stringify([Number(proof_id)]) }) },
    repos: { fields: ({ item_id }) => ({ item_id, repo: 'shop', pattern: 'https://git.test/{from}...{to}' }) },
  },
  adminWebhook: { getList: { fields: () => ({ state: '', host: '', page: '1', count: '10' }) } },
  suggestion: {
    preview: { fields: ({ page_id }) => ({ ...proposal, page_id, page_content: '# Better' }) },
    save: {
      fields: ({ page_id }) => ({ ...proposal, page_id, page_content: '# Better', suggestion_id: '0', reason: 'Clearer', request_id: '' }),
    },
    getList: { fields: ({ item_id }) => ({ item_id, page_id: '0', state: 'open', mine: '0', before: '0', count: '10' }) },
    info: { fields: ({ suggestion_id }) => ({ suggestion_id }) },
    accept: {
      fields: ({ suggestion_id }) => ({
        suggestion_id,
        revision: '1',
        base_version: '2',
        page_title: 'Better',
        page_content: '# Best',
        note: '',
      }),
    },
    decline: { fields: ({ suggestion_id }) => ({ suggestion_id, revision: '1', note: 'Not now' }) },
    withdraw: { fields: ({ own_suggestion_id }) => ({ suggestion_id: own_suggestion_id }) },
  },
  comment: {
    getList: { fields: ({ page_id }) => ({ page_id, state: '', since: '' }) },
    counts: { fields: ({ item_id }) => ({ item_id }) },
    mine: { fields: () => ({ state: '', before: '0', count: '10' }) },
    add: {
      fields: ({ page_id, thread }) => ({
        page_id,
        thread_id: thread.thread_id,
        anchor: '',
        content: 'Since **when**?',
        reopen: '0',
        request_id: '',
      }),
    },
    save: { fields: ({ thread }) => ({ comment_id: thread.comment_id, content: 'Since May' }) },
    delete: { fields: ({ thread }) => ({ comment_id: thread.comment_id }) },
    resolve: { fields: ({ thread }) => ({ thread_id: thread.thread_id }) },
    reopen: { fields: ({ thread }) => ({ thread_id: thread.thread_id }) },
    attach: { fields: ({ thread }) => ({ thread_id: thread.thread_id, anchor: '' }) },
    people: { fields: ({ page_id }) => ({ page_id, text: 'a' }) },
    settings: { fields: ({ item_id }) => ({ item_id }) },
    saveSettings: { fields: ({ item_id }) => ({ item_id, comment_from: '1', comment_see: '2', comment_names: '0' }) },
  },
  pageComment: {
    getList: { fields: ({ page_id }) => ({ page_id, page: '1', count: '20' }) },
    add: { fields: ({ page_id, thread }) => ({ page_id, parent_id: thread.comment_id, content: 'Since when?', request_id: '' }) },
    delete: { fields: ({ thread }) => ({ comment_id: thread.comment_id }) },
  },
  ask: {
    own: { fields: ({ item_id }) => ({ item_id, page_id: '0' }) },
    send: { fields: ({ item_id }) => ({ item_id, page_id: '0', wants: 'edit', note: 'I mend the examples.', request_id: '' }) },
    withdraw: { fields: ({ own_ask_id }) => ({ ask_id: own_ask_id }) },
    getList: { fields: ({ item_id }) => ({ item_id }) },
    decide: {
      fields: ({ ask_id }) => ({ ask_id, yes: '0', member_group_id: '0', cat_id: '0', team_id: '0', answer: 'Ask your lead first.' }),
    },
    settings: { fields: ({ item_id }) => ({ item_id }) },
    saveSettings: { fields: ({ item_id }) => ({ item_id, ask_access: '0' }) },
  },
  feedback: {
    info: { fields: ({ page_id }) => ({ page_id, client_id: '' }) },
    give: {
      fields: ({ page_id }) => ({
        page_id,
        feedback_type: '2',
        reasons: '["unclear","wrong"]',
        note: 'Amounts are in cents.',
        version: '1',
        client_id: '',
        shown_ms: '9000',
        website: '',
        captcha_id: '0',
        captcha: '',
      }),
    },
    getList: { fields: ({ item_id }) => ({ item_id, page_id: '0', state: 'new', page: '1', count: '10' }) },
    pages: { fields: ({ item_id }) => ({ item_id, page_id: '0', page: '1', count: '10' }) },
    settle: { fields: ({ feedback_id }) => ({ feedback_id, state: 'answered', answer: 'Seven days.' }) },
    settings: { fields: ({ item_id }) => ({ item_id }) },
    saveSettings: { fields: ({ item_id }) => ({ item_id, feedback_from: '2', feedback_show: '1' }) },
  },
  review: {
    info: { fields: ({ page_id }) => ({ kind: 'page', subject_id: page_id }) },
    set: {
      fields: ({ item_id, page_id }) => ({
        item_id,
        subjects: JSON.stringify([{ kind: 'page', subject_id: page_id }]),
        uid: '0',
        team_id: '0',
        days: '90',
      }),
    },
    people: { fields: ({ item_id, page_id }) => ({ item_id, cat_id: '0', page_id, text: '' }) },
    verify: { fields: ({ page_id }) => ({ page_id, version: '1', until: '0', note: 'Compared with the price list of October.' }) },
    flag: { fields: ({ page_id }) => ({ page_id, content: 'The refund takes 14 days now.', request_id: '' }) },
    getList: { fields: ({ item_id }) => ({ item_id, state: 'due', uid: '0', team_id: '0', cat_id: '0', page: '1', count: '10' }) },
    report: { fields: ({ item_id }) => ({ item_id, csv: '0' }) },
    trail: { fields: ({ page_id }) => ({ page_id, page: '1', count: '10' }) },
    handOn: { fields: ({ item_id, page_id, editor_uid }) => ({ item_id, page_ids: JSON.stringify([page_id]), uid: editor_uid }) },
    offers: {},
    answerOffer: { fields: ({ offer_id }) => ({ offer_id, yes: '0' }) },
    settings: { fields: ({ item_id }) => ({ item_id }) },
    saveSettings: { fields: ({ item_id }) => ({ item_id, review_show: '0' }) },
  },
  pageFeedback: {
    getStat: { fields: ({ page_id }) => ({ page_id, client_id: '' }) },
    submit: { fields: ({ page_id }) => ({ page_id, feedback_type: '1', client_id: '' }) },
  },
  watch: {
    info: { fields: ({ page_id }) => ({ kind: 'page', subject_id: page_id }) },
    set: { fields: ({ page_id }) => ({ kind: 'page', subject_id: page_id, level: 'all' }) },
    setMany: { fields: ({ item_id, page_id }) => ({ item_id, lines: `[{"page_id":${page_id}}]`, level: 'all' }) },
    getList: { fields: () => ({ page: '1', count: '10', find: '' }) },
    teams: { fields: ({ item_id }) => ({ item_id }) },
    ofTeam: { fields: ({ item_id, team_id }) => ({ item_id, cat_id: '0', team_id, level: 'changes' }) },
    people: { fields: ({ page_id }) => ({ kind: 'page', subject_id: page_id }) },
    settings: {},
    saveSettings: {
      fields: () => ({
        rows: '{"watched":{"list":true,"mail":"weekly"}}',
        quiet: '{"from":22,"to":7,"days":[6,7]}',
        digest_hour: '7',
        digest_day: '1',
        zone: 'Asia/Shanghai',
        language: 'zh',
      }),
    },
    preview: {},
    unsubscribeInfo: { fields: ({ unsubscribe_token }) => ({ token: unsubscribe_token }) },
    unsubscribe: { fields: ({ unsubscribe_token }) => ({ token: unsubscribe_token, undo: '0' }) },
  },
  subscription: {
    getPageList: { fields: ({ page_id }) => ({ page_id }) },
    savePage: { fields: ({ page_id, alice }) => ({ page_id, uids: alice.uid }) },
    deletePage: { fields: ({ page_id, alice }) => ({ page_id, uids: alice.uid }) },
  },
  publish: {
    info: { fields: ({ item_id }) => ({ item_id }) },
    tokens: { fields: ({ item_id }) => ({ item_id }) },
    save: {
      fields: ({ item_id }) => ({
        item_id,
        is_indexed: '0',
        agent_note: 'Amounts are in cents.',
        suggest_from: '1',
        accept_own: '0',
        truth_badge: '1',
      }),
    },
  },
  mock: {
    add: { fields: ({ page_id }) => ({ page_id, template: '{"n|1-9":1}', path: '/n' }) },
    delete: { fields: ({ page_id }) => ({ page_id }) },
    infoByPageId: { fields: ({ page_id }) => ({ page_id }) },
    infoByKey: { fields: ({ mock_key }) => ({ unique_key: mock_key }) },
    infoByPath: { fields: ({ item_id }) => ({ item_id, path: '/sample' }) },
  },
  recycle: {
    getList: { fields: ({ item_id }) => ({ item_id }) },
    info: { fields: ({ item_id, binned }) => ({ item_id, page_id: binned }) },
    recover: { fields: ({ item_id, binned }) => ({ item_id, page_id: binned }) },
  },
  open: {
    updatePage: { fields: ({ keys }) => ({ ...pushed, ...keys }) },
    updateItem: { fields: ({ keys }) => ({ ...pushed, ...keys }) },
    getPage: { fields: ({ page_id, keys }) => ({ page_id, page_title: '', ...keys }), writes: ['item_key'] },
    deletePage: { fields: ({ page_id, keys }) => ({ page_id, ...keys }) },
    getCatalogTree: { fields: ({ keys }) => keys, writes: ['item_key'] },
    createCatalog: { fields: ({ cat_id, keys }) => ({ cat_name: 'Name', parent_cat_id: cat_id, s_number: '9', ...keys }) },
    updateCatalog: { fields: ({ cat_id, keys }) => ({ cat_id, cat_name: 'Name', s_number: '9', ...keys }) },
    deleteCatalog: { fields: ({ cat_id, keys }) => ({ cat_id, ...keys }) },
    uploadAttachment: { fields: ({ page_id, keys }) => ({ page_id, ...keys }), file: { name: 'a.txt', bytes: Buffer.from('text') } },
    deleteAttachment: { fields: ({ file_id, keys }) => ({ file_id, sign: '', file_url: '', ...keys }) },
    updateDbItem: {
      fields: ({ keys }) => ({
        cat_name: 'Tables',
        cat_name_sub: '',
        table_info: 'TABLE_NAME\tTABLE_COMMENT\norders\tOrders',
        table_detail: '',
        table_index: '',
        s_number: '9',
        ...keys,
      }),
    },
    fromComments: { fields: ({ keys }) => ({ content: source, ...keys }) },
    pushSource: {
      ...aDescription,
      fields: ({ keys }) => ({
        name: 'orders',
        title: 'Orders',
        cat_name: 'Guides',
        mode: 'apply',
        instance: '',
        ...versionOrigin,
        ...keys,
      }),
    },
    getSources: { fields: ({ keys }) => keys, writes: ['item_key'] },
    getProofs: { fields: ({ keys }) => ({ repo: 'shop', page: '1', count: '10', ...keys }), writes: ['item_key'] },
    reportProofs: {
      fields: ({ keys, proof_id }) => ({
        repo: 'shop',
        ref: 'abc123',
        results: JSON.stringify([{ proof_id: Number(proof_id), target: 'shop:src/orders.ts', seal: 'a1' }]),
        ...keys,
      }),
    },
    getExamples: { fields: ({ keys }) => ({ env: 'staging', cat_name: '', page: '1', count: '10', ...keys }), writes: ['item_key'] },
    reportExamples: { fields: ({ keys, page_id }) => ({ env: 'staging', ref: 'abc123', results: aRun(page_id), ...keys }) },
    getTruth: { fields: ({ keys }) => ({ cat_name: '', ...keys }), writes: ['item_key'] },
  },
  fromComments: { generate: { fields: ({ keys }) => ({ content: source, ...keys }) } },
  export: {
    word: { fields: ({ item_id }) => ({ item_id, cat_id: '0', page_id: '0', request_id: '' }) },
    markdown: { fields: ({ item_id, cat_id }) => ({ item_id, cat_id, page_id: '0', request_id: '' }) },
    html: { fields: ({ item_id, page_id }) => ({ item_id, cat_id: '0', page_id, request_id: '' }) },
    outline: { fields: ({ item_id }) => ({ item_id, cat_id: '0', page_id: '0' }) },
    pages: { fields: ({ item_id, page_id }) => ({ item_id, page_ids: JSON.stringify([page_id]) }) },
    progress: { fields: () => ({ request_id: 'export-01' }) },
    cancel: { fields: () => ({ request_id: 'export-01' }) },
  },
  import: {
    auto: { ...anImport, fields: () => ({ request_id: '', password: '', item_id: '', cat_id: '' }) },
    preview: { ...anImport, fields: ({ item_id }) => ({ item_id, cat_id: '0' }) },
    markdown: { ...anImport, fields: ({ item_id }) => ({ request_id: '', item_id, cat_id: '0' }) },
    progress: { fields: () => ({ request_id: 'import-01' }) },
  },
  importSwagger: { import: { ...anImport, fields: ({ item_id, cat_id }) => ({ request_id: '', item_id, cat_id }) } },
  importPostman: { import: { ...anImport, fields: () => ({ request_id: '', password: 'sesame' }) } },
  console: {
    environments: { fields: ({ item_id }) => ({ item_id }) },
    call: { fields: ({ source: { page_id } }) => ({ page_id }) },
    saveEnvironment: {
      fields: ({ item_id, client: { env_id } }) => ({
        item_id,
        env_id,
        env_name: 'Staging',
        base_url: 'https://api.test/v2',
        is_shown: '1',
        by_server: '',
        variables: '[{"name":"region","value":"eu"}]',
        request_id: '',
      }),
    },
    deleteEnvironment: { fields: ({ item_id, client: { env_id } }) => ({ item_id, env_id }) },
    addresses: { fields: ({ item_id }) => ({ item_id }) },
    send: {
      fields: ({ source: { page_id }, client: { sending_id } }) => ({
        page_id,
        env_id: sending_id,
        path: '/orders',
        query: '[{"name":"limit","value":"20"}]',
        headers: '[{"name":"accept","value":"application/json"}]',
        body: '',
        type: '',
      }),
    },
  },
  runapi: {
    getEnvList: { fields: ({ item_id }) => ({ item_id }), writes: ['runapi_env', 'item_variable'] },
    addEnv: { fields: ({ item_id }) => ({ item_id, env_id: '0', env_name: 'Production', request_id: '' }) },
    updateEnv: { fields: ({ item_id, client: { env_id } }) => ({ item_id, env_id, env_name: 'Staging', request_id: '' }) },
    delEnv: { fields: ({ client: { env_id } }) => ({ env_id }) },
    selectEnv: { fields: ({ client: { env_id } }) => ({ env_id }) },
    getSelectEnv: { fields: ({ item_id }) => ({ item_id }) },
    getGlobalParam: { fields: ({ item_id }) => ({ item_id }) },
    updateGlobalParam: { fields: ({ item_id }) => ({ item_id, param_type: 'header', content_json_str: '[{"name":"token"}]' }) },
  },
  itemVariable: {
    getList: { fields: ({ item_id, client: { env_id } }) => ({ item_id, env_id }) },
    save: { fields: ({ item_id, client: { env_id } }) => ({ item_id, env_id, var_name: 'host', var_value: 'x.test' }) },
    delete: { fields: ({ item_id, client }) => ({ item_id, id: client.variable_id }) },
    deleteByName: { fields: ({ item_id, client: { env_id } }) => ({ item_id, env_id, var_name: 'token' }) },
  },
  flow: {
    save: {
      fields: ({ item_id, client: { env_id } }) => ({
        id: '0',
        item_id,
        flow_name: 'Smoke',
        env_id,
        times: '1',
        time_interval: '0',
        error_continue: '1',
        save_change: '1',
        request_id: '',
      }),
    },
    getList: { fields: ({ item_id }) => ({ item_id }) },
    delete: { fields: ({ client }) => ({ id: client.flow_id }) },
    addFlowPage: { fields: ({ page_id, client: { flow_id } }) => ({ flow_id, page_id, request_id: '' }) },
    deleteFlowPage: { fields: ({ client }) => ({ id: client.call_id }) },
    getFlowPageList: { fields: ({ client: { flow_id } }) => ({ flow_id }) },
    saveSort: { fields: ({ client: { flow_id, call_id } }) => ({ flow_id, orders: JSON.stringify([{ id: call_id, s_number: 2 }]) }) },
    setFlowPageEnabled: { fields: ({ client: { flow_id, call_id } }) => ({ flow_id, ids: JSON.stringify([call_id]) }) },
  },
}

/** The uid of the first administrator in a fresh database. */
const first = '1'

const none: Sample['fields'] = () => ({})

export const everySample = everyCall().map(([group, action, call]) => {
  const sample = (samples[group as keyof Contract] as Record<string, Sample> | undefined)?.[action]
  if (!sample) throw new Error(`samples.ts has no row for ${group}/${action}`)
  const { fields = none, writes = [], file } = sample
  return { path: `${group}/${action}`, call, fields, writes, file }
})
export type EverySample = (typeof everySample)[number]
