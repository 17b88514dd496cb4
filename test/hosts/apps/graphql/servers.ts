// The same schema in two GraphQL servers, to be mounted.

import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import express from 'express';
import { createSchema, createYoga } from 'graphql-yoga';
import { fromFetch } from 'waypost';

const typeDefs = `
  type Query { double(of: Int!): Int! }
  type Mutation { keep(word: String!): String! }
  type Subscription { count: Int! }
`;
const resolvers = {
  Query: { double: (_: unknown, { of }: { readonly of: number }) => of * 2 },
  Mutation: { keep: (_: unknown, { word }: { readonly word: string }) => `kept ${word}` },
  Subscription: {
    count: {
      subscribe: async function* () {
        yield { count: 1 };
        yield { count: 2 };
      },
    },
  },
};
const schema = createSchema({ typeDefs, resolvers });

export const servers: Readonly<Record<string, () => Promise<object>>> = {
  'GraphQL Yoga': async () => fromFetch(createYoga({ graphqlEndpoint: '/', schema })),
  Apollo: async () => {
    const server = new ApolloServer({ typeDefs, resolvers });
    await server.start();
    return express().use(express.json(), expressMiddleware(server));
  },
};
