import { z } from '@hono/zod-openapi'

export const Reason = z
  .object({ reason: z.string().max(500).optional().openapi({ description: 'For the compliance log.' }) })
  .openapi('MoveReason')

export const MoveForm = z
  .object({
    showingDate: z.string().max(20).openapi({ example: '2026-11-28' }),
    showingTime: z.string().max(20).openapi({ example: '14:00' }),
  })
  .openapi('MoveForm')

export const RefundRequest = z
  .object({ reason: z.string({ error: 'Please enter a reason' }).max(1000) })
  .openapi('RefundRequest')

export const RefundDecision = z
  .object({ decision: z.enum(['approve', 'decline']), reason: z.string().max(500).optional() })
  .openapi('RefundDecision')
