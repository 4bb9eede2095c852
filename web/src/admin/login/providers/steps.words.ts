import { words } from '../../../lib/words.ts'

export const providerStepWords = words({
  title: ['What to set up at {place}', 'place'],
  there: 'What to set up at the provider',
  about: 'Do this first, in another window.',
  copy: ['Copy: {value}', 'value'],
  copied: 'Copied',
  notCopied: 'Copying did not work. Select the text and copy it yourself',

  oidcApp: 'Register this site as a web application: a confidential client with the authorization code flow.',
  oidcBack: 'Enter the callback address as its redirect address.',
  oidcKeys: 'Copy its client ID and client secret, and the issuer, into the form.',
  oauth2App: 'Register this site as a web application or OAuth application.',
  oauth2Keys: 'Copy its client ID and client secret, and the addresses for sign-in, token and user data, into the form.',

  feishuApp: 'Open open.feishu.cn/app (Lark: open.larksuite.com/app) and create a custom app.',
  feishuBack: 'Under Security Settings, add the callback address as a redirect URL.',
  feishuRights:
    'Under Permissions, for departments and mail addresses: contact:contact.base:readonly, contact:user.department:readonly and contact:user.email:readonly, with a range of contacts. Signing in works without them.',
  feishuPublish: 'Create a version, choose the people who may use the app, and publish it. Feishu refuses all others.',
  feishuKeys:
    'Copy App ID and App Secret into the form. The tenant_key of your company is in the answer of “Query tenant information” in the API Explorer.',

  dingtalkApp: 'Open open-dev.dingtalk.com and create an internal app of your company.',
  dingtalkBack: 'Under Security Settings (in older consoles Sign-in and Sharing), enter the callback address as the redirect URL.',
  dingtalkRights: 'Under Permissions, request Contact.User.Read and qyapi_get_member, with the range of the people who may sign in.',
  dingtalkPublish:
    'Create a version, choose the people who may use the app, and publish it. If the app limits server addresses, add the one of this server.',
  dingtalkKeys: 'Copy Client ID and Client Secret into the form, and the CorpId of your company from the first page of the console.',

  wecomApp: 'Open work.weixin.qq.com and create a self-built app under App Management. Its visible range has the people who may sign in.',
  wecomBack: 'In the app, under WeCom Authorized Sign-in, Web Page, set the callback domain.',
  wecomTrusted:
    'Under Web Authorization and JS-SDK, set the same as trusted domain, for people inside the app of WeCom. WeCom checks a file at the root of the domain: put it there through your proxy.',
  wecomAddress:
    'Under Trusted IPs of the Company, enter the address with which this server reaches the internet. If you do not know it, press “Try the connection” below: WeCom names the address that it refuses.',
  wecomKeys: 'Copy AgentId and Secret of the app into the form, and the CorpID from My Company, Company Information.',
})
