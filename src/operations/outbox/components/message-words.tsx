import * as t from '../../text/outbox.ts'
export const channelNames = { sms: t.channelSms, email: t.channelEmail, certified_mail: t.channelMail } as const
export const roleNames = { listing_agent: t.agent, resident: t.resident, buyer: t.buyer, account: t.account } as const
