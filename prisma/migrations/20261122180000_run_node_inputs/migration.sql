-- AlterTable
ALTER TABLE "runs" ADD COLUMN     "node_inputs" JSON;
