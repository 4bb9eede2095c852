/**
 * The calls of a session that must set up a second step first: signing in and out, the own second step and sessions, and what the
 * screens of these show. Every other call answers `mustEnrol`, also those that a visitor could make.
 */
export const enrollingCalls: ReadonlySet<string> = new Set([
  'common/homePageSetting',
  'common/version',
  'common/verify',
  'common/createCaptcha',
  'common/showCaptcha',
  'user/login',
  'user/loginByVerify',
  'user/secondStep',
  'user/oauthInfo',
  'user/resetPasswordEmail',
  'user/resetPasswordByUrl',
  'user/verifyEmail',
  'user/info',
  'user/outside',
  'user/confirm',
  'user/logout',
  'ExtLogin/oauth2',
  'ExtLogin/bySecretKey',
  'secondStep/info',
  'secondStep/beginTotp',
  'secondStep/addTotp',
  'secondStep/endTotp',
  'secondStep/newCodes',
  'session/getList',
  'session/end',
  'session/endOthers',
  'session/forgetDevice',
])
