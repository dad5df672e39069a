import 'reflect-metadata'

import {
  Body,
  ConflictException,
  Controller,
  Get,
  Injectable,
  Module,
  NotFoundException,
  Param,
  Patch,
  Post,
  Query,
  ValidationPipe,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { InjectDataSource, InjectRepository, TypeOrmModule } from '@nestjs/typeorm'
import { Transform, Type } from 'class-transformer'
import {
  IsArray,
  IsDateString,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator'
import {
  Column,
  CreateDateColumn,
  DataSource,
  Entity,
  PrimaryGeneratedColumn,
  Repository,
  UpdateDateColumn,
  VersionColumn,
} from 'typeorm'

declare const process: { env: Record<string, string | undefined> }

@Entity('projects')
class Project {
  @PrimaryGeneratedColumn('uuid') id: string
  @Column() status: string
}

@Entity('tasks')
class Task {
  @PrimaryGeneratedColumn('uuid') id: string
  @Column({ name: 'project_id', type: 'uuid' }) projectId: string
  @Column() title: string
  @Column({ type: 'text', nullable: true }) description: string | null
  @Column() status: string
  @Column() priority: string
  @Column({ name: 'due_date', type: 'date', nullable: true }) dueDate: string | null
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 }) createdAt: Date
  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz', precision: 3 }) updatedAt: Date
  @VersionColumn({ select: false }) version: number
}

const STATUSES = ['TODO', 'IN_PROGRESS', 'DONE']
const PRIORITIES = ['LOW', 'MEDIUM', 'HIGH']

class CreateTask {
  @IsString() @IsNotEmpty() @MaxLength(200) @Matches(/\S/) title: string
  @IsOptional() @IsString() @MaxLength(2000) description?: string | null
  @IsOptional() @IsIn(PRIORITIES) priority?: string | null
  @IsOptional() @IsDateString() dueDate?: string | null
}

class SetStatus {
  @IsIn(STATUSES) status: string
}

class ListTasks {
  @IsOptional() @Type(() => Number) @IsInt() @Min(0) @Max(2147483647) page: number = 0
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(1000) size: number = 20
  @IsOptional() @IsIn(STATUSES) status?: string
  @IsOptional() @IsIn(PRIORITIES) priority?: string
  @IsOptional()
  @Transform(({ value }) => [value].flat())
  @IsArray()
  @Matches(/^(id|title|status|priority|dueDate|createdAt|updatedAt)(,(asc|desc))?$/i, { each: true })
  sort: string[] = ['createdAt,desc']
}

@Injectable()
class Tasks {
  constructor(
    @InjectRepository(Task) private readonly tasks: Repository<Task>,
    @InjectRepository(Project) private readonly projects: Repository<Project>,
    @InjectDataSource() private readonly source: DataSource,
  ) {}

  async find(id: string): Promise<Task> {
    const task = UUID.test(id) ? await this.tasks.findOneBy({ id }) : null
    if (task === null) throw new NotFoundException()
    return task
  }

  async list(projectId: string, { page: number, size, status, priority, sort }: ListTasks): Promise<object> {
    const order = sort.map((key) => key.split(',')).map(([field, direction = 'asc']) => [field, direction])
    const [content, totalElements] = await this.tasks.findAndCount({
      where: { projectId, ...(status && { status }), ...(priority && { priority }) },
      order: Object.fromEntries([...order, ['id', order.at(-1)?.[1] ?? 'asc']]),
      skip: number * size,
      take: size,
    })
    if (totalElements === 0 && !(await this.projects.existsBy({ id: projectId })))
      throw new NotFoundException()
    const totalPages = Math.ceil(totalElements / size)
    const first = number === 0
    const last = number >= totalPages - 1
    const numberOfElements = content.length
    const empty = numberOfElements === 0
    return { content, number, size, numberOfElements, totalElements, totalPages, first, last, empty }
  }

  create(projectId: string, draft: CreateTask): Promise<Task> {
    return this.source.transaction(async (manager) => {
      const project = await manager.findOne(Project, {
        where: { id: projectId },
        lock: { mode: 'pessimistic_read' },
      })
      if (project === null) throw new NotFoundException()
      if (project.status !== 'ACTIVE') throw new ConflictException()
      const { title, description = null, priority, dueDate = null } = draft
      return manager.save(
        manager.create(Task, {
          ...{ projectId, title, description, dueDate },
          priority: priority ?? 'MEDIUM',
          status: 'TODO',
        }),
      )
    })
  }

  setStatus(id: string, status: string): Promise<Task> {
    return this.source.transaction(async (manager) => {
      const found = await manager.findOneBy(Task, { id })
      if (found === null) throw new NotFoundException()
      const project = await manager.findOne(Project, {
        where: { id: found.projectId },
        lock: { mode: 'pessimistic_read' },
      })
      const task = await manager.findOne(Task, { where: { id }, lock: { mode: 'pessimistic_write' } })
      if (task === null) throw new NotFoundException()
      if (project?.status !== 'ACTIVE' || (task.status === 'DONE' && status !== 'DONE'))
        throw new ConflictException()
      task.status = status
      return manager.save(task)
    })
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The version is used for optimistic locking, and is not part of the response. */
function toResponse({ version: _version, ...task }: Task): Omit<Task, 'version'> {
  return task
}

@Controller('api/v1')
class TasksController {
  constructor(private readonly tasks: Tasks) {}

  @Get('tasks/:id')
  async find(@Param('id') id: string): Promise<object> {
    return toResponse(await this.tasks.find(id))
  }

  @Get('projects/:projectId/tasks')
  list(@Param('projectId') projectId: string, @Query() query: ListTasks): Promise<object> {
    return this.tasks.list(projectId, query)
  }

  @Post('projects/:projectId/tasks')
  async create(@Param('projectId') projectId: string, @Body() body: CreateTask): Promise<object> {
    return toResponse(await this.tasks.create(projectId, body))
  }

  @Patch('tasks/:id/status')
  async setStatus(@Param('id') id: string, @Body() { status }: SetStatus): Promise<object> {
    return toResponse(await this.tasks.setStatus(id, status))
  }
}

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: process.env['DATABASE_URL'],
      poolSize: Number(process.env['DATABASE_POOL_SIZE']),
      entities: [Project, Task],
      synchronize: false,
    }),
    TypeOrmModule.forFeature([Project, Task]),
  ],
  controllers: [TasksController],
  providers: [Tasks],
})
class AppModule {}

async function main(): Promise<void> {
  const app = await NestFactory.create(AppModule, { logger: ['error'] })
  app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }))
  await app.listen(Number(process.env['PORT']), '127.0.0.1')
}

void main()
