import { type InLanguages, inLanguage, type Language } from './languages.ts'

/** Every error that the API returns: its number on the wire and its text in both languages. `{x}` is a placeholder. */
export const errors = {
  badInput: { code: 10101, en: 'Please check this field: {field}', zh: '请检查此项内容：{field}' },
  notFound: { code: 10101, en: 'This does not exist or has been deleted', zh: '内容不存在或已被删除' },
  needsPublicUrl: {
    code: 10101,
    en: 'Set PUBLIC_URL first: addresses in lists and heads begin with it',
    zh: '请先设置 PUBLIC_URL，列表与页面头部中的地址以其开头',
  },
  nameEmpty: { code: 10101, en: 'Please enter a name of 1 to 255 characters', zh: '请输入 1 至 255 个字符的名称' },
  typeUnknown: { code: 10101, en: 'Unknown kind of item', zh: '未知的项目类型' },
  registerClosed: {
    code: 10101,
    en: 'Registration is closed. Ask your administrator for an account',
    zh: '注册功能已关闭，请联系管理员开通账号',
  },
  passwordsDiffer: { code: 10101, en: 'The two passwords are not the same', zh: '两次输入的密码不一致' },
  passwordShort: { code: 10101, en: 'A password needs 8 to 128 characters', zh: '密码长度须为 8 至 128 个字符' },
  passwordCommon: { code: 10101, en: 'This password is too easy to guess. Choose another one', zh: '该密码过于常见，请换一个' },
  usernameTaken: { code: 10101, en: 'This user name is taken', zh: '用户名已被使用' },
  usernameInvalid: {
    code: 10101,
    en: 'A user name has 2 to 30 letters, digits, Chinese characters or _ - .',
    zh: '用户名须为 2 至 30 个字母、数字、汉字或 _ - .',
  },
  setupDone: { code: 10101, en: 'Sheaf has been set up already', zh: '简册已完成初始化' },
  setupLink: {
    code: 10101,
    en: 'This set-up link is not valid. The current one is in the server’s log',
    zh: '初始化链接无效，请查看服务器日志中的最新链接',
  },
  catalogCycle: { code: 10101, en: 'A catalog cannot be moved below itself', zh: '不能将目录移动到自身之下' },
  catalogTooDeep: { code: 10101, en: 'Catalogs go up to three levels', zh: '目录最多支持三级' },
  moveForbidden: {
    code: 10103,
    en: 'You may not move {names}. Nothing was moved',
    zh: '您无权移动：{names}。未移动任何内容',
  },
  deleteForbidden: {
    code: 10103,
    en: 'You may not delete {names}. Nothing was deleted',
    zh: '您无权删除：{names}。未删除任何内容',
  },
  selectionTooDeep: {
    code: 10101,
    en: 'Catalogs go up to three levels, and {names} would be deeper',
    zh: '目录最多支持三级，以下目录将超出：{names}',
  },
  selectionTooLarge: {
    code: 10101,
    en: 'This would concern {pages} pages; at most {max} go at once. Take the catalogs in parts',
    zh: '所选内容共 {pages} 个页面，一次最多处理 {max} 个，请分批操作',
  },
  batchOver: {
    code: 10101,
    en: 'This can no longer be undone, because the time is over or something of it has changed',
    zh: '已无法撤销：时限已过，或其中的内容已变更',
  },
  treeOutdated: {
    code: 10109,
    en: 'Someone else has moved this in the meantime. You see the current order now',
    zh: '其他人刚刚移动过此处的内容，已为您显示最新顺序',
  },
  notInBin: {
    code: 10101,
    en: 'This page is not in the recycle bin. It may have been recovered already, or cleared after 30 days',
    zh: '回收站中没有该页面，可能已被恢复，或已满 30 天被清除',
  },
  itemOfOnePage: {
    code: 10101,
    en: 'This item has a single page and no catalogs. Choose another one',
    zh: '该项目只有单个页面，不支持目录，请选择其他项目',
  },
  itemOfThisPage: {
    code: 10101,
    en: 'This item consists of this one page, so the page cannot be moved out of it',
    zh: '该项目仅由这一个页面构成，无法将其移出',
  },
  itemOfClients: {
    code: 10101,
    en: 'The pages of this item are written by API clients. Choose another one',
    zh: '该项目的页面由接口客户端编写，请选择其他项目',
  },
  importKind: {
    code: 10101,
    en: 'This file cannot be imported. Choose a zip of Markdown files or of an exported item, a Markdown file, or a description of an API (OpenAPI, Swagger, Postman, HAR)',
    zh: '无法导入该文件。请选择由 Markdown 文件组成的 zip、项目导出的 zip、Markdown 文件或接口描述文件（OpenAPI、Swagger、Postman、HAR）',
  },
  importJson: { code: 10101, en: 'The file is not valid JSON: {problem}', zh: '文件不是有效的 JSON：{problem}' },
  importYaml: { code: 10101, en: 'The file is not valid YAML: {problem}', zh: '文件不是有效的 YAML：{problem}' },
  importNothing: { code: 10101, en: 'There is nothing in this file that a page could be made of', zh: '文件中没有可以生成页面的内容' },
  importTextTooBig: { code: 10101, en: 'The file is too large: at most {limit} can be read', zh: '文件过大，最多可读取 {limit}' },
  importTooMany: {
    code: 10101,
    en: 'This file would make more than {limit} pages. Split it',
    zh: '该文件将生成超过 {limit} 个页面，请拆分后再导入',
  },
  sourceItem: { code: 10101, en: 'Only regular items can have sources', zh: '只有常规项目可以添加来源' },
  sourceKind: {
    code: 10101,
    en: 'This file describes neither an API nor a database. Choose OpenAPI or Swagger in JSON or YAML, or what sheaf-push or tbls wrote about a database',
    zh: '该文件既不是接口描述也不是数据库结构，请选择 JSON 或 YAML 格式的 OpenAPI 或 Swagger 文件，或由 sheaf-push、tbls 生成的数据库结构',
  },
  sourceOther: {
    code: 10101,
    en: 'This source is of another kind: a description of an API cannot replace the structure of a database, nor the other way round',
    zh: '来源类型不同：接口描述与数据库结构不能互相替换',
  },
  sourceHeader: {
    code: 10101,
    en: 'The address or the header has changed. Enter the value of the header again',
    zh: '地址或请求头已更改，请重新填写请求头的值',
  },
  sourceName: { code: 10101, en: 'There is a source named {name} in this item already', zh: '该项目中已有名为 {name} 的来源' },
  sourceNameForm: {
    code: 10101,
    en: 'The name of a source has lower-case letters, digits and hyphens only, at most 40',
    zh: '来源名称只能包含小写字母、数字和连字符，最多 40 个字符',
  },
  sourceLimit: { code: 10101, en: 'An item has at most {max} sources', zh: '每个项目最多 {max} 个来源' },
  sourceInstances: { code: 10101, en: 'A source has at most {max} further instances', zh: '每个来源最多 {max} 个其他实例' },
  sourceInstanceKind: { code: 10101, en: 'Only a database can have further instances', zh: '只有数据库类来源可以有其他实例' },
  sourceTables: { code: 10101, en: 'A database has at most {max} tables here', zh: '每个数据库最多 {max} 张表' },
  sourceColumns: { code: 10101, en: 'A database has at most {max} columns here', zh: '每个数据库最多 {max} 个字段' },
  sourceParts: { code: 10101, en: 'A source has at most {max} parts', zh: '每个来源最多 {max} 个条目' },
  proofForm: { code: 10101, en: 'This is not a source of a page: {target}', zh: '无法识别的依据：{target}' },
  proofsFull: { code: 10101, en: 'A page names at most {max} sources', zh: '每个页面最多 {max} 条依据' },
  repoName: {
    code: 10101,
    en: 'The name of a repository has letters, digits, dots, hyphens and underscores only, at most 40',
    zh: '代码仓库名称只能包含字母、数字、点、连字符和下划线，最多 40 个字符',
  },
  repoPattern: {
    code: 10101,
    en: 'The address must begin with http:// or https:// and contain the places for both commits',
    zh: '地址须以 http:// 或 https:// 开头，并包含两个提交的占位符',
  },
  wordsPath: { code: 10101, en: 'There is no field {path} here', zh: '此处没有字段 {path}' },
  sourceBusy: {
    code: 10109,
    en: 'This source is being brought up to date. Try again in a moment',
    zh: '该来源正在更新，请稍后再试',
  },
  importOvertaken: {
    code: 10109,
    en: 'Others kept changing this item while the file was imported. Nothing was changed; try again',
    zh: '导入期间其他人一直在修改该项目，导入未生效，请重试',
  },
  importBroken: { code: 10101, en: 'The file is damaged and cannot be read', zh: '文件已损坏，无法读取' },
  importEmpty: { code: 10101, en: 'There is no Markdown page in this zip', zh: '压缩包中没有 Markdown 页面' },
  importZips: {
    code: 10101,
    en: 'This zip contains {count} other zips. Unpack it and import each of them',
    zh: '该压缩包内含 {count} 个压缩包，请先解压，再逐个导入',
  },
  importTooBig: { code: 10101, en: 'The zip is too large when unpacked: the limit is {limit}', zh: '压缩包解压后过大，上限为 {limit}' },
  fileMissing: { code: 10101, en: 'Please choose a file', zh: '请选择文件' },
  qrcodeAddress: { code: 10101, en: 'QR codes are made for addresses of this site only', zh: '仅支持为本站地址生成二维码' },
  fileNotAllowed: {
    code: 10100,
    en: 'Files of this kind cannot be uploaded: {name}',
    zh: '不支持上传此类文件：{name}',
  },
  fileNotAsNamed: {
    code: 10100,
    en: 'The content of {name} does not match its ending. Save it again with its program, and text files as UTF-8',
    zh: '{name} 的内容与扩展名不符。请用相应的程序重新保存，文本文件请保存为 UTF-8 编码',
  },
  pictureNotAllowed: {
    code: 10100,
    en: 'This is not a picture we can show. Use jpg, gif, png, bmp or webp',
    zh: '无法识别此图片，请使用 jpg、gif、png、bmp 或 webp 格式',
  },
  fileTooLarge: { code: 413, en: 'A file must be smaller than {limit} MB', zh: '文件须小于 {limit} MB' },
  quotaFull: {
    code: 10101,
    en: 'Your files take all the space you have ({limit} MB). Delete some under “My attachments” first',
    zh: '您的附件空间（{limit} MB）已用完，请先在“我的附件”中清理',
  },
  mockNoJson: { code: 10101, en: 'A mock must be JSON: {problem}', zh: 'Mock 模板须为 JSON 格式：{problem}' },
  mockTooMuch: {
    code: 10101,
    en: 'This template takes too long or makes too much. Make it smaller',
    zh: '该模板耗时过长或生成的内容过大，请精简后再试',
  },
  templatesFull: {
    code: 10101,
    en: 'You have {limit} templates already. Delete one first',
    zh: '模板数量已达上限（{limit} 个），请先删除不用的模板',
  },
  clientFull: {
    code: 10101,
    en: 'There are {limit} of these already. Delete one first',
    zh: '数量已达上限（{limit} 个），请先删除不用的内容',
  },
  baseUrl: {
    code: 10101,
    en: 'A base address has http or https, a host, and perhaps a port and a path: https://api.example.com/v2',
    zh: '基础地址应包含 http 或 https 与主机名，可带端口和路径，例如 https://api.example.com/v2',
  },
  variableSecret: {
    code: 10101,
    en: '{name} sounds like a secret. Leave its value empty: readers type their own',
    zh: '{name} 像是敏感信息，请将值留空，由读者自行填写',
  },
  userMissing: { code: 10209, en: 'Please enter a user name', zh: '请输入用户名' },
  userUnknown: { code: 10209, en: 'There is no user named {names}', zh: '用户不存在：{names}' },
  memberAlready: { code: 10101, en: 'Already a member: {names}', zh: '已经是成员：{names}' },
  ownerNoMember: { code: 10101, en: 'The owner has all rights already', zh: '项目所有者已拥有全部权限，无需添加' },
  memberByGroup: {
    code: 10101,
    en: 'This person is a member through the group “{group}” and leaves the team with it. Unbind the group to end this',
    zh: '该成员通过用户组“{group}”加入，离开该用户组时自动移出。如需取消，请解除该用户组的绑定',
  },
  groupThere: { code: 10101, en: 'This group is bound to the team already', zh: '该用户组已绑定到此团队' },
  groupDn: {
    code: 10101,
    en: 'Enter the full DN of the group, such as cn=writers,ou=groups,dc=example,dc=com',
    zh: '请填写用户组的完整 DN，例如 cn=writers,ou=groups,dc=example,dc=com',
  },
  groupsFull: { code: 10101, en: 'A provider has {count} bound groups at most', zh: '每个登录服务商最多可绑定 {count} 个用户组' },
  boundAlready: { code: 10101, en: 'This item is bound to the team already', zh: '该项目已绑定到此团队' },
  nothingToLeave: { code: 10101, en: 'You are not a member of this item', zh: '您不是该项目的成员' },
  wrongOldPassword: { code: 10101, en: 'The current password is wrong', zh: '原密码错误' },
  passwordSame: { code: 10101, en: 'Please choose another password than the current one', zh: '新密码不能与原密码相同' },
  emailInvalid: { code: 10101, en: 'Please enter a valid e-mail address', zh: '请输入有效的邮箱地址' },
  emailTaken: { code: 10101, en: 'This e-mail address belongs to another account', zh: '该邮箱已被其他账号绑定' },
  emailMissing: { code: 10101, en: 'Your account has no e-mail address yet', zh: '您的账号尚未绑定邮箱' },
  mailOff: { code: 10101, en: 'This server sends no mail. Ask your administrator', zh: '服务器未配置邮件发送，请联系管理员' },
  mailFailed: { code: 10101, en: 'The mail could not be sent. Try again later', zh: '邮件发送失败，请稍后再试' },
  linkInvalid: { code: 10101, en: 'This link is no longer valid. Ask for a new one', zh: '链接已失效，请重新获取' },
  administratorStays: {
    code: 10101,
    en: '{name} is an administrator. Take that right away first, then delete the account',
    zh: '{name} 是管理员，请先取消其管理员身份，再删除账号',
  },
  lastAdministrator: {
    code: 10101,
    en: 'This is the last administrator. Make someone else an administrator first',
    zh: '这是最后一位管理员，请先指定其他管理员',
  },
  ownAccount: { code: 10101, en: 'You cannot disable your own account', zh: '不能停用自己的账号' },
  ownPasswordElsewhere: {
    code: 10101,
    en: 'Change your own password in your personal settings, with the current one',
    zh: '请在个人设置中凭原密码修改自己的密码',
  },
  noLinkToSend: {
    code: 10101,
    en: 'There is no link to send to {name}: the account is disabled, has no e-mail address, or the address is confirmed',
    zh: '无法向 {name} 发送链接：该账号已停用、未填写邮箱，或邮箱已验证',
  },
  ownEmailElsewhere: {
    code: 10101,
    en: 'Change your own e-mail address in your personal settings, with your password',
    zh: '请在个人设置中凭密码修改自己的邮箱',
  },
  ownsItems: {
    code: 10101,
    en: '{name} still owns items ({count}). Transfer or delete them first',
    zh: '{name} 名下还有 {count} 个项目，请先转让或删除',
  },
  homeItemMissing: {
    code: 10101,
    en: 'Please choose the item that opens as home page. The one given does not exist',
    zh: '请选择作为首页的项目，所填项目不存在',
  },
  secretAgain: {
    code: 10101,
    en: 'The address has changed. Enter the password or secret again, so that it is not sent somewhere by mistake',
    zh: '地址已变更，请重新输入密码或密钥，以免误发到其他服务器',
  },
  directorySilent: {
    code: 10011,
    en: 'The directory at {place} does not answer. Check host, port and encryption, and whether a firewall is in between',
    zh: '目录服务器 {place} 没有响应。请检查主机、端口与加密方式，以及是否被防火墙阻挡',
  },
  directoryNoHost: {
    code: 10011,
    en: 'There is no host of this name: {place}. Check how it is spelt',
    zh: '找不到主机 {place}，请检查拼写',
  },
  directoryNoPort: {
    code: 10011,
    en: 'The host was reached, but nothing takes connections at {place}. Check the port',
    zh: '已找到主机，但 {place} 拒绝连接。请检查端口',
  },
  directoryTls: {
    code: 10011,
    en: 'No encrypted connection to {place} ({problem}). Check the certificate, its name, and that this server trusts who issued it',
    zh: '无法与 {place} 建立加密连接（{problem}）。请检查证书及其域名，并确认本服务器信任其签发机构',
  },
  directoryPlain: {
    code: 10011,
    en: 'The directory takes passwords on encrypted connections only. Choose StartTLS or LDAPS',
    zh: '目录服务器仅接受加密连接上的密码，请选择 StartTLS 或 LDAPS',
  },
  directoryVersion: {
    code: 10011,
    en: 'The directory does not support version {version} of the protocol. Choose the other one',
    zh: '目录服务器不支持协议版本 {version}，请选择另一版本',
  },
  directoryVersionTls: {
    code: 10011,
    en: 'Version 2 of the protocol does not support StartTLS. Choose version 3, or LDAPS',
    zh: '协议版本 2 不支持 StartTLS，请选择版本 3 或 LDAPS',
  },
  directoryBindEmpty: {
    code: 10011,
    en: 'Enter the password of the bind DN. Without one a directory takes the server for an anonymous visitor',
    zh: '请输入 Bind DN 的密码，否则目录服务器会将本服务器视为匿名访客',
  },
  directoryBind: {
    code: 10011,
    en: 'The directory was reached, but it refused the bind DN or its password',
    zh: '已连接目录服务器，但 Bind DN 或其密码被拒绝',
  },
  directoryBase: {
    code: 10011,
    en: 'There is no {base} in the directory, or the bind DN may not see it. Check the base DN',
    zh: '目录服务器中没有 {base}，或 Bind DN 无权查看。请检查 Base DN',
  },
  directoryNobody: {
    code: 10011,
    en: 'No entry below {base} has a field {field}. Check the field of the user name and the read permissions of the bind DN',
    zh: '{base} 下没有带有字段 {field} 的条目。请检查用户名字段以及 Bind DN 的读取权限',
  },
  directoryUnknown: {
    code: 10011,
    en: 'The settings work, but no entry below {base} has {field} = {name}',
    zh: '设置可用，但 {base} 下没有 {field} 为 {name} 的用户',
  },
  directoryPassword: {
    code: 10011,
    en: 'The settings work and {name} was found, but the directory refused the password',
    zh: '设置可用，也找到了 {name}，但目录服务器拒绝了该密码',
  },
  directoryTwice: {
    code: 10011,
    en: 'More than one entry of the directory has {field} = {name}, so the user is ambiguous. Ask your administrator',
    zh: '目录服务器中有多个条目的 {field} 为 {name}，无法确定身份，请联系管理员',
  },
  directoryOff: { code: 10011, en: 'Signing in with the directory is switched off', zh: '目录服务器登录未开启' },
  directoryFault: { code: 10011, en: 'The directory answered with an error: {problem}', zh: '目录服务器返回错误：{problem}' },
  directoryDown: {
    code: 10011,
    en: 'The directory of your company cannot be reached at the moment. Accounts with a password of this site can sign in; others can try again later',
    zh: '暂时无法连接公司的目录服务器。设有本站密码的账号可以登录，其他用户请稍后再试',
  },
  providerMissing: { code: 10101, en: 'Please fill in: {field}', zh: '请填写：{field}' },
  providerSilent: {
    code: 10101,
    en: 'The provider at {place} does not answer. Check the address',
    zh: '登录服务商 {place} 没有响应，请检查地址',
  },
  providerTls: {
    code: 10101,
    en: 'No encrypted connection to the provider at {place} ({problem}). Check its certificate, and that this server trusts who issued it',
    zh: '无法与登录服务商 {place} 建立加密连接（{problem}）。请检查其证书，并确认本服务器信任其签发机构',
  },
  providerAnswer: {
    code: 10101,
    en: 'The provider at {place} gave an answer that cannot be used: {problem}',
    zh: '登录服务商 {place} 的响应无法使用：{problem}',
  },
  providerClient: {
    code: 10101,
    en: 'The provider does not accept the client ID or the client secret',
    zh: '登录服务商不接受该 Client ID 或 Client Secret',
  },
  providerNobody: {
    code: 10101,
    en: 'The provider did not say who you are: neither a number nor a user name',
    zh: '登录服务商未返回您的身份：既没有编号也没有用户名',
  },
  notOurTenant: {
    code: 10101,
    en: 'You are not a member of the company whose members can sign in here. Ask your administrator',
    zh: '仅限指定企业的成员登录，您不是该企业的成员，请联系管理员',
  },
  providerRange: {
    code: 10101,
    en: 'The app at {place} is not available to you. An administrator there can add you to its range',
    zh: '您不在 {place} 该应用的可见范围内，请联系该平台的管理员将您加入',
  },
  providerRight: {
    code: 10101,
    en: 'The app at {place} lacks a permission that signing in needs ({problem}). Add it there',
    zh: '{place} 的应用缺少登录所需的权限（{problem}），请在该平台为应用开通',
  },
  providerCode: {
    code: 10101,
    en: 'The provider does not accept this sign-in any more, or it was for another app. Begin again',
    zh: '本次登录已失效或属于其他应用，请重新登录',
  },
  providerDisabled: {
    code: 10101,
    en: 'Your account at the provider is disabled, or you have left the company. Ask your administrator',
    zh: '您在该平台的账号已被禁用或已离开企业，请联系管理员',
  },
  providerReturn: {
    code: 10101,
    en: 'The provider does not know the callback address {address}. Enter it, or its domain, in the settings of the app',
    zh: '登录服务商不认可回调地址 {address}，请在应用设置中登记该地址或其域名',
  },
  providerTenant: {
    code: 10101,
    en: 'The app belongs to another company than the one that you entered',
    zh: '该应用不属于所填写的企业',
  },
  providerAgent: {
    code: 10101,
    en: 'There is no app with this AgentId, or the secret belongs to another app',
    zh: '没有使用该 AgentId 的应用，或该 Secret 属于其他应用',
  },
  wecomAddress: {
    code: 10101,
    en: 'WeCom does not accept calls from this server ({address}). Add it to the trusted IPs of the app',
    zh: '企业微信未放行本服务器的地址（{address}），请将其加入应用的可信 IP',
  },
  wecomRefused: {
    code: 10101,
    en: 'WeCom did not confirm who you are. Begin again and confirm the sign-in there',
    zh: '企业微信未确认您的身份，请重新登录并在企业微信中确认',
  },
  dingtalkAddress: {
    code: 10101,
    en: 'DingTalk does not accept calls from this server ({address}). Add it to the server egress IPs of the app',
    zh: '钉钉未放行本服务器的地址（{address}），请将其加入应用的服务器出口 IP',
  },
  providersFull: { code: 10101, en: 'A site has {count} providers at most', zh: '最多可添加 {count} 个登录服务商' },
  providerInUse: {
    code: 10101,
    en: 'Accounts are linked with “{name}” ({count}). Switch it off, or delete it and unlink them',
    zh: '有 {count} 个账号关联了“{name}”。可将其停用，或在删除时一并解除关联',
  },
  storeMissing: { code: 10101, en: 'Please fill in: {field}', zh: '请填写：{field}' },
  storeSilent: {
    code: 10101,
    en: 'The store at {place} does not answer ({problem}). Check the endpoint, and that this server may reach it',
    zh: '无法连接存储 {place}（{problem}）。请检查 Endpoint，并确认本服务器可以访问',
  },
  storeTls: {
    code: 10101,
    en: 'No encrypted connection to the store at {place} ({problem}). Check its certificate, and that this server trusts who issued it',
    zh: '无法与存储 {place} 建立加密连接（{problem}）。请检查其证书，并确认本服务器信任其签发机构',
  },
  storeKey: { code: 10101, en: 'The store at {place} does not know the access key', zh: '存储 {place} 不存在该 Access Key' },
  storeSecret: {
    code: 10101,
    en: 'The store at {place} knows the access key, but the secret key is another one. If you are sure of it, check the region',
    zh: '存储 {place} 识别了 Access Key，但 Secret Key 不正确。若确认无误，请检查地域',
  },
  storeClock: {
    code: 10101,
    en: 'The clocks of this server and of the store at {place} are too far apart. Set this server’s clock',
    zh: '本服务器与存储 {place} 的时钟相差过大，请校准本服务器的时间',
  },
  storeBucket: { code: 10101, en: 'There is no such bucket in the store at {place}', zh: '存储 {place} 中没有该存储桶' },
  storeRegion: {
    code: 10101,
    en: 'The bucket is in another region of the store at {place}. Check endpoint and region ({problem})',
    zh: '存储桶不在 {place} 的这个地域，请检查 Endpoint 与地域（{problem}）',
  },
  storeAddressing: {
    code: 10101,
    en: 'The store at {place} wants the bucket in the host name. Choose the other form of address',
    zh: '存储 {place} 要求将存储桶写在主机名中，请更换访问方式',
  },
  storeDenied: {
    code: 10101,
    en: 'The store at {place} refuses this to the access key ({problem})',
    zh: '存储 {place} 拒绝该密钥的操作（{problem}）',
  },
  storeNoWrite: {
    code: 10101,
    en: 'The access key may not write into the bucket at {place} ({problem})',
    zh: '该密钥没有存储桶 {place} 的写入权限（{problem}）',
  },
  storeNoRead: {
    code: 10101,
    en: 'A file was written, but the access key may not read it from {place} ({problem})',
    zh: '文件已写入，但该密钥没有从 {place} 读取的权限（{problem}）',
  },
  storeNoDelete: {
    code: 10101,
    en: 'Files can be written and read, but the access key may not delete them from {place} ({problem})',
    zh: '可以写入和读取，但该密钥没有从 {place} 删除文件的权限（{problem}）',
  },
  storeOther: {
    code: 10101,
    en: 'The store at {place} gave back something other than what was written',
    zh: '从存储 {place} 读到的内容与写入的不一致',
  },
  storeFull: { code: 10101, en: 'The store at {place} is full ({problem})', zh: '存储 {place} 空间已满（{problem}）' },
  storePublic: {
    code: 10101,
    en: 'The store works, but browsers could not fetch files from {place} ({problem}). Check the own domain, or let this server pass the files on',
    zh: '存储可用，但浏览器无法从 {place} 获取文件（{problem}）。请检查自定义域名，或改由本服务器转发',
  },
  storeFault: { code: 10101, en: 'The store at {place} answered with an error: {problem}', zh: '存储 {place} 返回错误：{problem}' },
  storeUnknown: { code: 10101, en: 'There are no settings for the store {store} any more', zh: '已没有存储 {store} 的设置' },
  outsideOff: { code: 10101, en: 'Signing in with an outside provider is switched off', zh: '外部登录未开启' },
  outsideState: {
    code: 10101,
    en: 'This sign-in was not begun in this browser, or too long ago. Begin again',
    zh: '该登录并非由此浏览器发起，或已过期，请重新开始',
  },
  outsideRefused: { code: 10101, en: 'The provider ended the sign-in: {problem}', zh: '登录服务商终止了登录：{problem}' },
  outsideKey: { code: 10101, en: 'This link is not valid, or was used already. Begin again', zh: '该链接无效或已使用，请重新登录' },
  outsideTaken: {
    code: 10101,
    en: 'There is an account named {name} here already. Sign in with its password once and both are linked, or take another name',
    zh: '本站已有名为 {name} 的账号。请用其密码登录一次以完成关联，或另取名称',
  },
  outsideClosed: {
    code: 10101,
    en: 'No account of this site is linked with yours, and new ones are made by administrators only. If you have one, sign in with its password once and both are linked',
    zh: '您的外部账号尚未关联本站账号，且本站账号仅由管理员创建。若您已有本站账号，请用其密码登录一次以完成关联',
  },
  outsideGone: {
    code: 10101,
    en: 'Your account was disabled or deleted. Ask your administrator',
    zh: '您的账号已被停用或删除，请联系管理员',
  },
  outsideLinked: {
    code: 10101,
    en: 'This outside account is linked with another account of this site already',
    zh: '该外部账号已关联本站其他账号',
  },
  outsideNobody: {
    code: 10101,
    en: 'Your sign-in from outside has run out. Begin again',
    zh: '外部登录已过期，请重新开始',
  },
  passwordThere: {
    code: 10101,
    en: 'Your account has a password already. Change it with the current one',
    zh: '您的账号已有密码，请凭原密码修改',
  },
  signInAgain: {
    code: 10101,
    en: 'For this you must have signed in within the last ten minutes. Sign out and in again',
    zh: '此操作须在登录后十分钟内进行，请重新登录',
  },
  ownPasswordNone: {
    code: 10208,
    en: 'Your account has no password of this site yet. Set one in your personal settings first',
    zh: '您的账号尚未设置本站密码，请先在个人设置中设置',
  },
  lastWayIn: {
    code: 10101,
    en: 'No administrator has a password of this site, so no one could administer it any more. Set a password for one first',
    zh: '目前没有管理员设有本站密码，此更改会使所有管理员无法登录。请先为一位管理员设置密码',
  },
  updateOff: {
    code: 10101,
    en: 'Updating from the browser is switched off on this server',
    zh: '本服务器未启用在线升级',
  },
  updateSource: { code: 10101, en: 'The update source {place} does not answer ({problem})', zh: '无法连接更新源 {place}（{problem}）' },
  updateAnswer: {
    code: 10101,
    en: 'The update source {place} gave an answer that cannot be used: {problem}',
    zh: '更新源 {place} 的响应无法使用：{problem}',
  },
  updateUnsigned: {
    code: 10101,
    en: 'What the update source {place} offers is not signed with the key of this server. Nothing was changed',
    zh: '更新源 {place} 提供的内容未通过本服务器公钥的签名验证，未作任何更改',
  },
  updateNone: { code: 10101, en: 'There is nothing newer than {version}', zh: '当前版本 {version} 已是最新' },
  updateOther: {
    code: 10101,
    en: 'This is not what the update source offers. Look for updates again',
    zh: '所填内容与更新源提供的不一致，请重新检查更新',
  },
  updateBroken: {
    code: 10101,
    en: 'The package cannot be used ({problem}). Nothing was changed',
    zh: '更新包无法使用（{problem}），未作任何更改',
  },
  updatePackages: {
    code: 10101,
    en: 'The packages that the new version needs could not be installed ({problem}). Nothing was changed',
    zh: '新版本所需的依赖包安装失败（{problem}），未作任何更改',
  },
  updateFolder: {
    code: 10101,
    en: 'The server may not write into its own folder {folder}, so it cannot update itself',
    zh: '服务器对安装目录 {folder} 没有写权限，无法在线升级',
  },
  updateBusy: { code: 10101, en: 'An update is under way already', zh: '升级正在进行中' },
  updateNothing: { code: 10101, en: 'No new version has been downloaded yet', zh: '尚未下载新版本' },
  updateBackup: {
    code: 10101,
    en: 'Please make a backup of the database first, and say that you have one',
    zh: '请先备份数据库，并确认已有备份',
  },
  loginInvalid: { code: 10102, en: 'Please sign in', zh: '请先登录' },
  tokenFirst: {
    code: 10102,
    en: 'Please sign in. With a file this large, send user_token before the file, or the header Authorization: Bearer',
    zh: '请先登录。文件较大时，请将 user_token 放在文件之前，或以 Authorization: Bearer 请求头发送',
  },
  noPermission: { code: 10103, en: 'You do not have permission to do this', zh: '您没有权限执行此操作' },
  pagesOfOthers: {
    code: 10103,
    en: 'There are pages of others in this catalog. Only the owner of the item may take them away',
    zh: '该目录中有其他成员创建的页面，仅项目所有者可以删除或移出项目',
  },
  pageOfOthers: {
    code: 10103,
    en: 'Pages made by others are moved to another item by the owner of this item only',
    zh: '其他成员创建的页面，仅项目所有者可以移到其他项目',
  },
  contentEmpty: { code: 10103, en: 'The page has no text yet. Write something before saving', zh: '页面还没有内容，请输入后再保存' },
  archived: { code: 10103, en: 'This item is archived and can only be read', zh: '项目已归档，仅可阅读' },
  lockedBy: { code: 10108, en: '{name} is editing this page', zh: '{name} 正在编辑此页面' },
  versionOutdated: { code: 10109, en: 'This page has been changed by {author} in the meantime', zh: '{author} 已修改过此页面' },
  wrongLogin: { code: 10204, en: 'Wrong user name or password', zh: '用户名或密码错误' },
  captchaWrong: { code: 10206, en: 'Please enter the characters as the picture shows them', zh: '请输入正确的验证码' },
  keysWrong: { code: 10306, en: 'api_key and api_token do not match', zh: 'api_key或者api_token不匹配' },
  ownerDisabled: {
    code: 10306,
    en: 'The owner of this item is disabled, so its api_key and api_token do not work. Ask an administrator to transfer the item',
    zh: '该项目的所有者已停用，api_key 与 api_token 不可用。请联系管理员转让该项目',
  },
  keysFirst: {
    code: 10306,
    en: 'With a file this large, send api_key and api_token before the file, or as the headers X-Api-Key and X-Api-Token',
    zh: '文件较大时，请将 api_key 与 api_token 放在文件之前，或以 X-Api-Key、X-Api-Token 请求头发送',
  },
  pushTitle: { code: 10101, en: 'page_title is missing', zh: '缺少 page_title' },
  pushContent: { code: 10101, en: 'page_content is missing', zh: '缺少 page_content' },
  pushOnePage: {
    code: 10101,
    en: 'This item has a single page and no catalogs. Its page is changed under the title it has: {title}',
    zh: '该项目只有单个页面，不支持目录；更新该页面时请使用其现有标题：{title}',
  },
  pushTitleTaken: { code: 10101, en: 'Another page in this catalog has this title', zh: '该目录中已有同名页面' },
  pushNothing: { code: 10101, en: 'Please say what to change', zh: '请指明要修改的内容' },
  tablesNone: { code: 10101, en: 'No table was found in table_info or table_detail', zh: 'table_info 与 table_detail 中没有数据表' },
  commentsNone: {
    code: 10101,
    en: 'No comment with “showdoc” and @title was found in content',
    zh: 'content 中没有包含 showdoc 与 @title 的注释',
  },
  wrongPassword: { code: 10208, en: 'Wrong password', zh: '密码错误' },
  wrongLoginOften: { code: 10210, en: 'Wrong user name or password', zh: '用户名或密码错误' },
  secondStepNeeded: {
    code: 10220,
    en: 'Enter the code from your app, or use a passkey. A program uses a personal token instead of the password',
    zh: '请输入验证器中的验证码，或使用通行密钥。程序请使用个人令牌代替密码',
  },
  secondStepWrong: {
    code: 10221,
    en: 'This code is not correct or was used already. The next one comes within 30 seconds',
    zh: '验证码错误或已使用过，新的验证码将在 30 秒内生成',
  },
  secondStepOver: { code: 10221, en: 'This sign-in has expired. Start again with your password', zh: '本次登录已过期，请重新输入密码' },
  secondStepStopped: {
    code: 10221,
    en: 'Too many wrong codes. Try again in {minutes} minutes',
    zh: '错误次数过多，请在 {minutes} 分钟后重试',
  },
  passkeyUnknown: {
    code: 10221,
    en: 'This passkey is not known here, or it was removed. Sign in another way',
    zh: '无法识别该通行密钥，可能已被移除，请使用其他方式登录',
  },
  passkeyWrong: { code: 10221, en: 'This passkey could not be verified. Try again', zh: '通行密钥验证未通过，请重试' },
  passkeyOver: { code: 10221, en: 'This took too long, or was answered already. Try again', zh: '操作已超时或已完成，请重试' },
  passkeyCopied: {
    code: 10221,
    en: 'A copy of this passkey seems to exist, so it was refused. Sign in another way and remove it',
    zh: '该通行密钥疑似被复制，已拒绝使用。请使用其他方式登录并移除它',
  },
  passkeyAlone: {
    code: 10221,
    en: 'This passkey has not verified that it is you, so it cannot sign in alone. Sign in with your password first',
    zh: '该通行密钥未验证您的身份，不能单独用于登录，请先使用密码登录',
  },
  passkeyTaken: { code: 10101, en: 'This passkey is registered already', zh: '该通行密钥已注册' },
  passkeysFull: { code: 10101, en: 'You have {max} passkeys already. Remove one first', zh: '您已有 {max} 个通行密钥，请先移除一个' },
  passkeyNotBegun: { code: 10101, en: 'This setup has expired. Start it again', zh: '本次设置已过期，请重新开始' },
  passkeyAddress: {
    code: 10101,
    en: 'Passkeys need a site with https and a name. The operator sets its address as PUBLIC_URL',
    zh: '通行密钥要求站点使用 https 域名访问，请由运维人员通过 PUBLIC_URL 设置站点地址',
  },
  passkeyFirst: { code: 10101, en: 'Add a passkey to your own account first', zh: '请先为您自己的账号添加通行密钥' },
  passkeyOnly: {
    code: 10221,
    en: 'Administrators of this site sign in with a passkey. Codes of an app are not accepted',
    zh: '本站要求管理员使用通行密钥登录，不接受验证器验证码',
  },
  lastPasskey: {
    code: 10101,
    en: 'This site requires a passkey of administrators, and this is your only one',
    zh: '本站要求管理员使用通行密钥，而这是您唯一的通行密钥',
  },
  mustEnrol: {
    code: 10222,
    en: 'This site requires a second step. Set one up to continue',
    zh: '本站要求启用两步验证，请先完成设置',
  },
  confirmNeeded: { code: 10223, en: 'Confirm that it is you to continue', zh: '请先确认是您本人操作' },
  totpNotBegun: { code: 10101, en: 'This setup has expired. Start it again', zh: '本次设置已过期，请重新开始' },
  lastMethod: {
    code: 10101,
    en: 'This site requires a second step, and this is your only one',
    zh: '本站要求启用两步验证，而这是您唯一的验证方式',
  },
  enrolFirst: {
    code: 10101,
    en: 'Set up a second step for your own account first',
    zh: '请先为您自己的账号启用两步验证',
  },
  watchFull: { code: 10101, en: 'You watch {max} places already. Remove some first', zh: '您已关注 {max} 处，请先移除一些' },
  zoneUnknown: { code: 10101, en: 'This time zone is unknown', zh: '无法识别该时区' },
  emailUnverified: { code: 10101, en: 'Verify your mail address first', zh: '请先验证您的邮箱地址' },
  noVisit: { code: 10303, en: 'You have no access to this item', zh: '您无权访问该项目' },
  domainTaken: { code: 10304, en: 'Personal domain name already exists', zh: '个性域名已经存在' },
  domainInvalid: {
    code: 10305,
    en: 'Personalized domain names can only be a combination of letters or numbers',
    zh: '个性域名只能是字母或数字的组合',
  },
  domainReserved: {
    code: 10305,
    en: 'This word is used by Sheaf itself. Choose another personal domain',
    zh: '该名称已由简册自身使用，请换一个个性域名',
  },
  wrongVisitPassword: { code: 10307, en: 'Wrong password', zh: '访问密码错误' },
  wrongVisitPasswordOften: { code: 10308, en: 'Wrong password', zh: '访问密码错误' },
  crossSite: {
    code: 10103,
    en: 'This request came from another site and was refused. If you are on this site, tell your administrator: the address it is reached at (PUBLIC_URL) is not the one that is set',
    zh: '该请求来自其他站点，已被拒绝。若您正在本站操作，请告知管理员：访问地址与设置的地址（PUBLIC_URL）不一致',
  },
  exportBusy: {
    code: 429,
    en: 'Many exports are being made. Try again in a minute',
    zh: '正在进行的导出较多，请稍后再试',
  },
  showdocNotFound: {
    code: 10101,
    en: 'There is no ShowDoc in {folder}: neither Sqlite/showdoc.db.php nor showdoc.db.php is there',
    zh: '{folder} 中没有找到 ShowDoc：缺少 Sqlite/showdoc.db.php',
  },
  showdocBroken: {
    code: 10101,
    en: 'The database cannot be read as one of ShowDoc 2.9 to 3.9. Nothing was taken over',
    zh: '该数据库无法作为 ShowDoc 2.9 至 3.9 的数据库读取，没有迁入任何内容',
  },
  showdocBusy: {
    code: 10101,
    en: 'The database of ShowDoc changes while it is copied. Stop ShowDoc, or give a copy of its folder',
    zh: '复制过程中 ShowDoc 的数据库仍在变化。请先停止 ShowDoc，或使用其目录的副本',
  },
  showdocMysql: {
    code: 10101,
    en: 'The MySQL database of ShowDoc cannot be read: {problem}',
    zh: '无法读取 ShowDoc 的 MySQL 数据库：{problem}',
  },
  showdocMovedBefore: {
    code: 10101,
    en: 'This ShowDoc was taken over before, in the state of {date}, and has changed since. Take the newer state into an empty Sheaf',
    zh: '该 ShowDoc 已于 {date} 迁入，此后内容又有变化。请将新的状态迁入一个空的简册',
  },
  showdocUnknown: {
    code: 10101,
    en: 'This ShowDoc was never taken over here, so there is nothing to compare',
    zh: '该 ShowDoc 从未迁入此处，没有可核对的内容',
  },
  showdocRunning: { code: 10101, en: 'A move from ShowDoc is under way already', zh: '已有一个 ShowDoc 迁移正在进行' },
  showdocNone: { code: 10101, en: 'There is no move from ShowDoc to go on with. Begin one', zh: '没有可继续的 ShowDoc 迁移，请重新开始' },
  showdocEnded: {
    code: 10101,
    en: 'The move ended unexpectedly; the log of the server says why. What has been written stays, and it goes on where it was',
    zh: '迁移意外中止，原因见服务器日志。已写入的内容保留，继续时从中止处开始',
  },
  showdocPath: {
    code: 10101,
    en: 'Give the whole path of the folder on the server, from its root on',
    zh: '请填写服务器上目录的完整路径（从根目录开始）',
  },
  showdocArchive: {
    code: 10101,
    en: 'There is no ShowDoc in this archive: it must hold Sqlite/showdoc.db.php, and Public/Uploads',
    zh: '该压缩包中没有 ShowDoc：应包含 Sqlite/showdoc.db.php 和 Public/Uploads',
  },
  tokenWider: {
    code: 10101,
    en: 'A token cannot be given more rights or a longer life. Create another token',
    zh: '令牌只能缩小权限或缩短期限，如需扩大请新建令牌',
  },
  commentOff: {
    code: 10100,
    en: 'In this item you cannot comment. Its manager decides who can',
    zh: '该项目未对您开放评论，可联系项目管理者调整设置',
  },
  commentEmpty: { code: 10100, en: 'Write a comment first', zh: '请先填写评论内容' },
  commentPlace: {
    code: 10100,
    en: 'On this page, comments concern the whole page',
    zh: '此页面仅支持对整个页面发表评论',
  },
  anchorGone: {
    code: 10113,
    en: 'The text you selected is not on this page any more. Select it again, or comment on the whole page',
    zh: '所选文字已不在此页面中，请重新选择，或对整个页面发表评论',
  },
  threadGone: { code: 10101, en: 'This comment has been deleted, or you may no longer read it', zh: '该评论已被删除，或您已无权查看' },
  stewardMay: {
    code: 10101,
    en: '{name} cannot edit here, and so cannot be responsible. Give the right first, or choose someone else',
    zh: '{name} 在此处没有编辑权限，不能担任负责人。请先授权或另选他人',
  },
  reviewNone: {
    code: 10101,
    en: 'No review is planned for this page. A manager sets its period first',
    zh: '此页面未设置复核周期，请先由管理者设置',
  },
  reviewDays: {
    code: 10101,
    en: 'Choose 1 to {max} days, or a day within that time',
    zh: '请选择 1 至 {max} 天，或该期限内的日期',
  },
  notSteward: { code: 10303, en: 'You are not responsible for this page in person', zh: '您本人不是此页面的负责人' },
  offerClosed: {
    code: 10101,
    en: 'This offer is no longer open: it was answered or withdrawn, or the page has someone else responsible',
    zh: '该移交已失效：已被处理、撤回，或页面已更换负责人',
  },
  threadsFull: {
    code: 10101,
    en: 'This page has {max} open threads. Resolve some first',
    zh: '此页面待解决的讨论已达 {max} 条，请先解决一部分',
  },
  commentsFull: {
    code: 10101,
    en: 'The comments of this page have {max} characters together. Delete some of them first',
    zh: '此页面的评论合计已达 {max} 字，请先删除一部分',
  },
  repliesFull: {
    code: 10101,
    en: 'This thread has {max} replies. Begin a new one',
    zh: '该讨论的回复已达 {max} 条，请新建讨论',
  },
  feedbackOff: {
    code: 10100,
    en: 'This item does not ask you whether its pages are helpful. Its manager decides whom it asks',
    zh: '该项目未对您开放反馈，可联系项目管理者调整设置',
  },
  feedbackKind: {
    code: 10100,
    en: 'Only regular and single-page items ask whether their pages are helpful',
    zh: '仅常规项目与单页项目支持反馈',
  },
  askOff: {
    code: 10100,
    en: 'This site takes no requests for access. Ask the person who gave you the address',
    zh: '本站未开放访问申请，请联系提供链接的人',
  },
  asksFull: {
    code: 10101,
    en: 'You can send {day} requests a day, and have {open} open ones. Wait for an answer or withdraw one',
    zh: '每天最多提交 {day} 次申请，同时最多有 {open} 个待处理申请，请等待处理或撤回其中一个',
  },
  askClosed: {
    code: 10109,
    en: 'This request has been decided or withdrawn in the meantime',
    zh: '该申请已被处理或撤回',
  },
  noteChanged: {
    code: 10109,
    en: 'This note has changed in the meantime. Look at it again',
    zh: '该反馈刚刚有变化，请重新查看',
  },
  tooFast: { code: 10101, en: 'That was very quick. Read the page for a moment, then answer', zh: '操作过快，请稍作阅读后再反馈' },
  suggestionOff: {
    code: 10103,
    en: 'In this item you cannot suggest edits. Its manager decides who can',
    zh: '该项目不接受您的修改建议，可联系项目管理者调整设置',
  },
  suggestionKind: {
    code: 10101,
    en: 'Only pages of regular and single-page items take suggestions',
    zh: '仅常规项目与单页项目的页面支持修改建议',
  },
  suggestionEmpty: {
    code: 10101,
    en: 'This suggestion changes nothing. Edit the text or the title first',
    zh: '该建议没有任何改动，请先修改正文或标题',
  },
  suggestionsFull: {
    code: 10101,
    en: 'There are too many open suggestions here ({max}). Wait until some are decided, or withdraw one',
    zh: '此处待处理的建议已达上限（{max} 条），请等待处理或撤回其中一条',
  },
  suggestionClosed: {
    code: 10101,
    en: 'This suggestion has been decided or withdrawn already',
    zh: '该建议已被处理或撤回',
  },
  suggestionThere: {
    code: 10110,
    en: 'You have an open suggestion for this page already (number {id}). Continue with that one',
    zh: '您对此页面已有一条待处理的建议（编号 {id}），请在其基础上修改',
  },
  suggestionConflict: {
    code: 10111,
    en: 'The page has changed in the same places. Conflicts to settle before accepting: {count}',
    zh: '页面在相同位置已有改动，请先处理 {count} 处冲突再采纳',
  },
  suggestionRevised: {
    code: 10109,
    en: 'The suggestion has changed since you opened it. Look at its new version first',
    zh: '该建议在您打开之后已被修改，请先查看新版本',
  },
  ownSuggestion: {
    code: 10103,
    en: 'In this item, another editor must accept what you suggested',
    zh: '本项目中，您提出的建议须由他人采纳',
  },
  editMissing: {
    code: 10101,
    en: 'Edit {number}: its old text does not occur in version {version} of the page',
    zh: '第 {number} 处修改：原文未出现在页面的第 {version} 版中',
  },
  editAmbiguous: {
    code: 10101,
    en: 'Edit {number}: its old text occurs {count} times (lines {lines}). Give more of the text around it',
    zh: '第 {number} 处修改：原文出现了 {count} 次（第 {lines} 行），请提供更多上下文',
  },
  editsOverlap: {
    code: 10101,
    en: 'Edit {number} overlaps another edit. Join the two',
    zh: '第 {number} 处修改与其他修改重叠，请合并',
  },
  tokenEnded: { code: 10101, en: 'This token is revoked or has expired', zh: '该令牌已撤销或已过期' },
  tokensFull: {
    code: 10101,
    en: 'You have {max} tokens already. Revoke one that you no longer need',
    zh: '您已有 {max} 个令牌，请先撤销不再需要的令牌',
  },
  daysTooMany: { code: 10101, en: 'A token lasts from 1 to {max} days', zh: '令牌有效期为 1 至 {max} 天' },
  tokenItems: {
    code: 10101,
    en: 'Choose 1 to {max} items that you can read',
    zh: '请选择 1 至 {max} 个您可以查看的项目',
  },
  oauthOff: {
    code: 10101,
    en: 'This site connects no programs: its public address must begin with https. Ask your administrator',
    zh: '本站点暂不支持连接程序：公开地址须以 https 开头，请联系管理员',
  },
  clientUnknown: {
    code: 10101,
    en: 'This site does not know the program, or an administrator has blocked it',
    zh: '本站点不认识该程序，或管理员已将其停用',
  },
  documentsOff: {
    code: 10101,
    en: 'This site accepts no programs that are described at an address. An administrator can allow them',
    zh: '本站点不接受以网址标识的程序，可由管理员开启',
  },
  documentForbidden: {
    code: 10112,
    en: 'This site may not open {place}, where the program is described. Ask your administrator',
    zh: '本站点不允许访问该程序的说明文件所在的 {place}，请联系管理员',
  },
  documentUnreachable: {
    code: 10112,
    en: '{place} did not return the description of the program. Try again in a moment',
    zh: '未能从 {place} 取得该程序的说明文件，请稍后重试',
  },
  documentTooLarge: {
    code: 10101,
    en: 'The description of the program at {place} is larger than {max} KB. Its developer has to shorten it',
    zh: '{place} 上的程序说明文件超过 {max} KB，需由其开发者精简',
  },
  documentNotJson: {
    code: 10101,
    en: 'The description of the program at {place} is not JSON. Its developer has to correct it',
    zh: '{place} 上的程序说明文件不是 JSON 格式，需由其开发者更正',
  },
  documentOther: {
    code: 10101,
    en: 'The description at {place} is that of another program: its client_id is not its address. Its developer has to correct it',
    zh: '{place} 上的说明文件属于其他程序：其中的 client_id 与所在地址不一致，需由其开发者更正',
  },
  documentRedirects: {
    code: 10101,
    en: 'The description of the program at {place} names no redirect address that is allowed here. Its developer has to correct it',
    zh: '{place} 上的程序说明文件没有本站点允许的返回地址，需由其开发者更正',
  },
  redirectUnknown: {
    code: 10101,
    en: 'The program asks to be sent back to an address that it has not registered',
    zh: '该程序请求返回的地址未经登记',
  },
  requestWrong: {
    code: 10101,
    en: 'This request of the program is not complete or not valid. Connect again from the program',
    zh: '该程序的请求不完整或无效，请从程序中重新连接',
  },
  redirectWrong: {
    code: 10101,
    en: 'This address cannot be used: {address}. Use https, or http on this computer, or a scheme that the site settings list',
    zh: '无法使用该地址：{address}。请使用 https 地址、本机的 http 地址，或站点设置中列出的协议',
  },
  outboundOff: {
    code: 10103,
    en: 'This server sends nothing to other servers. The operator has set OUTBOUND=off',
    zh: '本服务器已停用外发请求（运维人员设置了 OUTBOUND=off）',
  },
  outboundAddress: {
    code: 10112,
    en: 'Use an address that begins with https://, has no user name, and has the port 443, 80 or one above 1023. http:// needs a host that OUTBOUND_ALLOW names',
    zh: '地址须以 https:// 开头、不含用户名，端口为 443、80 或大于 1023；使用 http:// 的主机须由运维人员在 OUTBOUND_ALLOW 中放行',
  },
  outboundForbidden: {
    code: 10112,
    en: 'This server may not call {place}: it has no address on the public internet. If it is inside your network, the operator can name it in OUTBOUND_ALLOW',
    zh: '服务器不允许访问 {place}：该主机没有公网地址。若为内网主机，可由运维人员在 OUTBOUND_ALLOW 中放行',
  },
  outboundHost: {
    code: 10101,
    en: 'The operator has not allowed {host}',
    zh: '管理员未允许访问 {host}',
  },
  outboundFailed: {
    code: 10101,
    en: '{host} did not answer as expected: {problem}',
    zh: '{host} 未按预期响应：{problem}',
  },
  proxyOff: {
    code: 10101,
    en: 'Requests are not sent by this server. Send from the browser, or copy it as curl',
    zh: '服务器不代发请求，请由浏览器直接发送，或复制为 curl',
  },
  sendPath: {
    code: 10101,
    en: 'This server sends only the operation of the page, below the base address. A value in the path cannot contain a slash, or be two dots',
    zh: '服务器只代发此页面的接口，且不超出基础地址；路径参数的值不能包含斜杠，也不能为两个点',
  },
  sendHeader: {
    code: 10101,
    en: 'This server does not send the header {name} for a reader, or its value is none of a header',
    zh: '服务器不代发请求头 {name}，或者它的值不能用作请求头',
  },
  sendMethod: {
    code: 10101,
    en: 'This server does not send {method} requests for readers',
    zh: '服务器不代发 {method} 请求',
  },
  sendLong: {
    code: 10101,
    en: 'The address of the request is too long for this server: {limit} characters at most',
    zh: '请求地址过长，服务器最多代发 {limit} 个字符的地址',
  },
  sendLarge: {
    code: 10101,
    en: 'This server sends a body of {limit} MB at most. Send from the browser, or copy it as curl',
    zh: '服务器最多代发 {limit} MB 的请求体，请由浏览器直接发送，或复制为 curl',
  },
  webhooksFull: {
    code: 10101,
    en: 'There are {max} webhooks already. Delete one that is no longer needed',
    zh: '已有 {max} 个 Webhook，请先删除不再需要的 Webhook',
  },
  urlKind: {
    code: 10101,
    en: 'This is not the address of such a bot. It begins with https://{host}/',
    zh: '该地址不是此类机器人的地址，应以 https://{host}/ 开头',
  },
  outboundName: {
    code: 10112,
    en: 'The name {place} could not be resolved just now. Try again in a moment',
    zh: '暂时无法解析 {place}，请稍后重试',
  },
  webhookSealed: {
    code: 10101,
    en: 'The secret was encrypted with another SECRET_KEY. Enter the address again or make a new secret',
    zh: '该密钥由另一个 SECRET_KEY 加密，无法读取。请重新填写地址或生成新密钥',
  },
  webhookOff: {
    code: 10103,
    en: 'This webhook is paused or switched off. Switch it on first',
    zh: '该 Webhook 已暂停或已停用，请先启用',
  },
  tokenInvalid: {
    code: 401,
    en: 'This token is not valid: it was revoked, has expired, or is incomplete',
    zh: '令牌无效：可能已撤销、已过期或不完整',
  },
  tokenNeeded: {
    code: 401,
    en: 'Send a token in the header Authorization. You can create one in your personal settings, under “Programs and agents”',
    zh: '请在 Authorization 请求头中提供令牌，可在个人设置的“程序与智能体”中新建',
  },
  foreignOrigin: {
    code: 403,
    en: 'Pages of another site cannot use this address',
    zh: '其他网站的页面不能使用此地址',
  },
  agentsOff: {
    code: 404,
    en: 'Agents are switched off on this site',
    zh: '本站未开放智能体接入',
  },
  itemUnknown: { code: 10101, en: 'There is no item “{item}” that you can read here', zh: '项目“{item}”不存在，或您无权查看' },
  itemSeveral: {
    code: 10101,
    en: 'Several items have this name. Give the number of one: {items}',
    zh: '有多个同名项目，请指定编号：{items}',
  },
  pageUnknown: { code: 10101, en: 'There is no page “{page}” that you can read here', zh: '页面“{page}”不存在，或您无权查看' },
  itemOutside: { code: 10101, en: 'The item “{item}” is not in the scope of this token', zh: '项目“{item}”不在该令牌的范围内' },
  toolUnknown: { code: 10101, en: 'Tool not found: {tool}', zh: '工具不存在：{tool}' },
  sectionUnknown: {
    code: 10101,
    en: 'This page has no section “{section}”. Its sections: {sections}',
    zh: '此页面没有章节“{section}”。现有章节：{sections}',
  },
  catalogUnknown: {
    code: 10101,
    en: 'There is no catalog “{catalog}” in this item. Use an existing one, or create it first',
    zh: '该项目中没有目录“{catalog}”，请使用已有目录或先创建该目录',
  },
  pageThere: {
    code: 10101,
    en: 'A page with this title is there already: page {page}, version {version}. Edit that one',
    zh: '该位置已有同名页面：页面 {page}，版本 {version}。请修改该页面',
  },
  cursorUnknown: {
    code: 10101,
    en: 'This cursor is no longer valid. Start again without it',
    zh: '游标已失效，请不带游标重新开始',
  },
  levelMissing: {
    code: 403,
    en: 'This token can: {level}. This call needs a token that can: {required}',
    zh: '该令牌的权限为“{level}”，此操作需要“{required}”，请新建令牌',
  },
  sessionOnly: {
    code: 403,
    en: 'No token can make this call. Sign in instead',
    zh: '该操作不支持使用令牌，请登录后进行',
  },
  itemsOnly: {
    code: 403,
    en: 'This token is limited to certain items, and this call concerns the whole account',
    zh: '该令牌仅限于指定项目，而此操作涉及整个账号',
  },
  unknownCall: { code: 404, en: 'There is no such call', zh: '接口不存在' },
  postOnly: { code: 405, en: 'This call answers POST only', zh: '该接口仅支持 POST 请求' },
  tooLarge: { code: 413, en: 'This is too much at once. Make it smaller, or divide it', zh: '内容过大，请精简或拆分后再试' },
  tooMany: { code: 429, en: 'Too many requests. Wait a moment', zh: '请求过于频繁，请稍后再试' },
  noSpace: {
    code: 507,
    en: 'The server’s disk is nearly full: nothing can be saved or uploaded at the moment. Keep your text and tell your administrator',
    zh: '服务器磁盘空间不足，暂时无法保存或上传。请保留好您的内容，并告知管理员',
  },
  storeDown: {
    code: 503,
    en: 'Files cannot be stored or fetched at the moment. Pages and texts are not affected; try again later, or tell your administrator',
    zh: '暂时无法存取文件，页面与文字不受影响。请稍后重试，或告知管理员',
  },
  databaseAway: {
    code: 503,
    en: 'The database cannot be reached at the moment, or is too busy. Keep your text and try again in a minute, or tell your administrator',
    zh: '数据库暂时无法访问或过于繁忙。请保留好您的内容，稍后再试，或告知管理员',
  },
  unexpected: {
    code: 500,
    en: 'Something went wrong. Tell your administrator this number: {request}',
    zh: '服务器出错了，请将此编号告知管理员：{request}',
  },
} as const satisfies Record<string, InLanguages<string> & { code: number }>

export type ErrorName = keyof typeof errors

export type { Language }

/** An error with a text for the user. The HTTP layer turns it into the response envelope; `data` is included for clients that need it. */
export class Refusal extends Error {
  readonly error: ErrorName
  readonly fill: Record<string, string>
  readonly data: unknown

  constructor(error: ErrorName, fill: Record<string, string> = {}, data: unknown = null) {
    super(error)
    this.error = error
    this.fill = fill
    this.data = data
  }
}

/** After a limit of an hour, a person who waits a moment would try again in vain. */
const longWait = {
  en: 'Too many requests. Try again in {minutes} minutes',
  zh: '请求过于频繁，请在 {minutes} 分钟后再试',
}
const A_MOMENT_S = 90

export function errorMessage(error: ErrorName, language: Language, fill: Record<string, string> = {}) {
  const seconds = error === 'tooMany' ? Number(fill['seconds'] ?? 0) : 0
  const values: Record<string, string> = { minutes: String(Math.ceil(seconds / 60)), ...fill }
  return inLanguage(seconds > A_MOMENT_S ? longWait : errors[error], language).replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '')
}
