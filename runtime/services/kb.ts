// The knowledge base: what the house has written down for customers and for itself.
import { articles } from './kb/articles.ts';
import { order } from './kb/order.ts';
import { defineService } from './types.ts';

export const kb = defineService({
  name: 'kb',
  title: 'Knowledge base',
  about: 'The knowledge base: articles with their earlier versions, categories, and what readers said of them.',
  collections: { ...articles.collections, ...order.collections },
  tools: { ...articles.tools, ...order.tools },
});
